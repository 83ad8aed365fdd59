import { Globe, Mail, Phone, type LucideIcon } from 'lucide-react';
import type { SupportContact } from './support-contact.schema.ts';
import { m } from '../../paraglide/messages.js';

interface ContactLink {
  icon: LucideIcon;
  label: string;
  text: string;
  href: string;
}

/** The links of the contact in the order of the screen. */
export function contactLinks({ email, phone, url }: SupportContact): ContactLink[] {
  const links: ContactLink[] = [];
  if (email)
    links.push({ icon: Mail, label: m.common_email(), text: email, href: mailtoOf(email) });
  if (phone)
    links.push({ icon: Phone, label: m.common_phone(), text: phone, href: `tel:${phone}` });
  if (url) {
    links.push({
      icon: Globe,
      label: m.support_contact_help_page(),
      text: url.replace(/^https:\/\//i, '').replace(/\/$/, ''),
      href: url,
    });
  }
  return links;
}

function mailtoOf(email: string): string {
  // These characters start other parts of such a URL.
  return `mailto:${email.replace(/[?&#%]/g, encodeURIComponent)}`;
}

/** The links to support. */
export function ContactList({ contact }: { contact: SupportContact }) {
  return (
    <dl className="flex flex-col divide-y">
      {contactLinks(contact).map(({ icon: Icon, label, text, href }) => (
        <div key={label} className="flex min-h-12 items-center gap-x-2 py-1 sm:gap-x-4">
          <dt className="flex w-26 shrink-0 sm:w-28 items-center gap-2.5 text-muted-foreground">
            <Icon aria-hidden="true" className="size-4.5" />
            {label}
          </dt>
          <dd className="min-w-0">
            <a
              href={href}
              className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-link underline-offset-4 hover:underline"
              {...(href.startsWith('https:')
                ? { target: '_blank', rel: 'noreferrer noopener' }
                : {})}
            >
              <bdi>{text}</bdi>
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
