import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { Button } from './button.tsx';

interface PaneBoundaryProps {
  /** identifies the content; a change retries */
  at: string;
  title: string;
  text: string;
  retryLabel: string;
  /** read again at each retry */
  children: () => ReactNode;
}

/** Shows an error in place of a part of the screen, and keeps the rest. */
export class PaneBoundary extends Component<PaneBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override componentDidUpdate(before: PaneBoundaryProps) {
    if (this.state.isBroken && before.at !== this.props.at) this.setState({ isBroken: false });
  }
  readonly #retry = () => this.setState({ isBroken: false });
  override render() {
    const { title, text, retryLabel, children } = this.props;
    if (!this.state.isBroken) return children();
    return (
      <div role="alert" className="h-full">
        <EmptyState
          className="h-full"
          icon={<TriangleAlert size={22} strokeWidth={1.6} aria-hidden />}
          title={title}
          text={text}
        >
          <Button look="primary" onClick={this.#retry}>
            {retryLabel}
          </Button>
        </EmptyState>
      </div>
    );
  }
}
