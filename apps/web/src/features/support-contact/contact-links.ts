import { Globe, Mail, Phone, type LucideIcon } from 'lucide-react';
import type { SupportContact } from './support-contact.schema.ts';

export interface ContactLink {
  icon: LucideIcon;
  label: string;
  text: string;
  href: string;
}

/** The links of the contact in the order of the screen. */
export function contactLinks({ email, phone, url }: SupportContact): ContactLink[] {
  const links: ContactLink[] = [];
  if (email) links.push({ icon: Mail, label: 'Email', text: email, href: mailtoOf(email) });
  if (phone) links.push({ icon: Phone, label: 'Phone', text: phone, href: `tel:${phone}` });
  if (url) {
    links.push({
      icon: Globe,
      label: 'Help page',
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
