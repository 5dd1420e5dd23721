import { Component, type ReactNode } from 'react';
import { Failed } from './not-found.tsx';

interface BoundaryProps {
  /** the current path; a change of it tries again */
  at: string;
  children: ReactNode;
}

/** Says what broke where there would be a blank page. */
export class Boundary extends Component<
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
