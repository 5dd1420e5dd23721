import { useState } from 'react';
import { focusBefore } from './palette.ts';
import { restoreListFocus } from './roving-focus.ts';

/** The element that opened a dialog; for a menu item, whose menu closes, the button of the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : element;
  return opener instanceof HTMLElement ? opener : null;
}

/**
 * Returns the handler for `onCloseAutoFocus` of a dialog without a trigger: the focus returns to
 * what had it when the dialog opened. If that is gone, it goes to the next item of its list, to
 * where it was before the command palette opened, or else to the page's content.
 */
export function useReturnFocus(isOpen: boolean): (event: Event) => void {
  const [opener, setOpener] = useState(() => (isOpen ? openerOf(document.activeElement) : null));
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpener(openerOf(document.activeElement));
  }
  return (event) => {
    event.preventDefault();
    if (opener?.isConnected && opener !== document.body) opener.focus();
    else if (!restoreListFocus()) focusBefore();
    const main = document.querySelector('main');
    if (document.activeElement !== document.body || !main) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  };
}
