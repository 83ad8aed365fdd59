import { Suspense } from 'react';
import { ClosingSection } from './closing-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { HeroSection } from './hero-section.tsx';
import { StartSection } from './start-section.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';
import { TrustSection } from './trust-section.tsx';

/** The home page: the product, how to start, the features, and testimonials. */
export function HomePage() {
  return (
    <>
      <HeroSection />
      {/* Boundaries let each section come alive by itself, most wanted first. */}
      <Suspense>
        <StartSection />
      </Suspense>
      <Suspense>
        <FeaturesSection />
      </Suspense>
      <Suspense>
        <TrustSection />
      </Suspense>
      <Suspense>
        <TestimonialsSection />
      </Suspense>
      <Suspense>
        <ClosingSection />
      </Suspense>
    </>
  );
}
