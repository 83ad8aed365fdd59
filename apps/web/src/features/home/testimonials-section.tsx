import { testimonials, type Testimonial } from './home-content.ts';
import { Rating } from './rating.tsx';
import { SectionHeading } from './section-heading.tsx';
import { m } from '../../paraglide/messages.js';

/** Three invented testimonials, marked as examples. */
export function TestimonialsSection() {
  return (
    <section aria-labelledby="testimonials-title" className="border-t bg-muted py-16 sm:py-24">
      <div className="page-container flex flex-col gap-12">
        <SectionHeading id="testimonials-title" title={m.home_in_their_words()}>
          {m.home_sample_testimonials_for_illustration()}
        </SectionHeading>
        <ul className="grid gap-5 md:grid-cols-3">
          {testimonials.map((testimonial) => (
            <li key={testimonial.id} className="flex">
              <TestimonialFigure testimonial={testimonial} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function TestimonialFigure({ testimonial }: { testimonial: Testimonial }) {
  const { content, author, role, rating } = testimonial;
  return (
    <figure className="flex w-full flex-col gap-5 rounded-xl bg-card p-6 shadow-sm">
      <Rating value={rating} />
      <blockquote className="flex-1 leading-7">{content}</blockquote>
      <figcaption className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-brand text-sm font-bold text-brand-foreground"
        >
          {initialsOf(author)}
        </span>
        <span className="flex min-w-0 flex-col leading-6">
          <span className="font-bold">{author}</span>
          <span className="text-sm text-muted-foreground">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}

function initialsOf(name: string): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
}
