import { Toaster } from '../../components/ui/toaster.tsx';

/** Loaded after the page itself, since nothing is announced before. */
export default function ToastRegion() {
  return <Toaster />;
}
