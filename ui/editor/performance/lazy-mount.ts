/** Creates elements as they come near the viewport, and the rest when idle. */

/** Maximum number per idle moment. */
const IN_ONE_GO = 4;

type Make = () => void;
const observed = new Map<Element, Make>();
let observer: IntersectionObserver | undefined;
const near = (): IntersectionObserver =>
  (observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) observed.get(target)?.();
    },
    { rootMargin: '600px' },
  ));

/** Calls `make` once when the element comes near; returns a function that cancels it. */
export function whenNear(element: Element, make: Make): () => void {
  const end = () => {
    observed.delete(element);
    near().unobserve(element);
  };
  observed.set(element, () => {
    end();
    make();
  });
  near().observe(element);
  return end;
}

const waiting = new Set<Make>();
const idle = (work: (moment?: IdleDeadline) => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 60);
};
let working = false;
function workOn(moment?: IdleDeadline): void {
  working = waiting.size > 0;
  for (const make of [...waiting].slice(0, IN_ONE_GO)) {
    make();
    // The browser also reports a pending key.
    if (moment?.timeRemaining() === 0) break;
  }
  if (working) idle(workOn);
}

/** The same, and in an idle moment if it does not come near before. */
export function whenNearOrIdle(element: Element, make: Make): () => void {
  const end = () => {
    waiting.delete(go);
    far();
  };
  const go = () => {
    end();
    make();
  };
  const far = whenNear(element, go);
  waiting.add(go);
  if (!working) {
    working = true;
    idle(workOn);
  }
  return end;
}
