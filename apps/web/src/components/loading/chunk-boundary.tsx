import { Component, Suspense, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Replaces the component after a failure. */
  fallback: ReactNode;
  /** Shown while the component loads. */
  loading?: ReactNode;
  children: ReactNode;
}

/**
 * Limits the failure of a lazily loaded component to itself. When the network is back, it renders the
 * component again.
 */
export class ChunkBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    window.addEventListener('online', this.retry, { once: true });
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
  }

  private readonly retry = () => this.setState({ hasFailed: false });

  override render() {
    const { fallback, loading, children } = this.props;
    if (this.state.hasFailed) return fallback;
    return <Suspense fallback={loading}>{children}</Suspense>;
  }
}
