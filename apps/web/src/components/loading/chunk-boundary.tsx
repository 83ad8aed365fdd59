import { Component, Suspense, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Takes the part's place once it failed. */
  fallback: ReactNode;
  /** Stands in for the part until it has come. */
  loading?: ReactNode;
  children: ReactNode;
}

/**
 * Keeps the failure of one part from taking its neighbours down. Once the network is back it shows the
 * part again; everything around it stays as it is.
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
