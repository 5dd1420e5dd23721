import { Component, type ReactNode } from 'react';
import { Failed } from './not-found.tsx';

interface BoundaryProps {
  /** the current path; a change retries */
  at: string;
  children: ReactNode;
}

/** Shows an error instead of a blank page. */
export class ErrorBoundary extends Component<
  BoundaryProps,
  { broken?: { error: unknown } | undefined }
> {
  override state: { broken?: { error: unknown } | undefined } = {};
  static getDerivedStateFromError(error: unknown) {
    return { broken: { error } };
  }
  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.broken && before.at !== this.props.at) this.setState({ broken: undefined });
  }
  override render() {
    return this.state.broken ? <Failed error={this.state.broken.error} /> : this.props.children;
  }
}
