import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Takes the part's place once it failed. */
  fallback: (again: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps the failure of one part from taking its neighbours down. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback(() => this.setState({ hasFailed: false }));
  }
}
