import type { DocumentType } from '../document-types.ts';

/** What people are told of by mail: each may be muted by itself. */
export const newsKinds = ['DECISION', 'CERTIFICATE', 'ENDPOINT', 'CLOSING', 'LINK'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** How soon: never, in one mail a day, or in that mail and, of what is urgent, at once. */
export const mailPaces = ['AT_ONCE', 'DAILY', 'NEVER'] as const;
export type MailPace = (typeof mailPaces)[number];

/** What each kind says. */
type Facts = {
  DECISION: { documentId: string; type: DocumentType; series: number | null; number: number | null };
  CERTIFICATE: { endsAt: string };
  ENDPOINT: { endpointId: string; url: string };
  CLOSING: { year: number; month: number };
  LINK: { status: 'ACTIVE' | 'REFUSED' | 'ENDED' };
};

type Named = { name: string; taxId: string };

/** One thing that a person is told of: hers by a role of hers in the company or, where an office is named, in the office. */
export type News = {
  [Kind in NewsKind]: {
    personId: string;
    kind: Kind;
    /** What tells it from everything else that she was told of: a note's attempt, a certificate's day. */
    thing: string;
    isUrgent: boolean;
    /** When it became so. */
    at: Date;
    /** Null where it is about the office itself. */
    company: Named | null;
    office: Named | null;
    facts: Facts[Kind];
  };
}[NewsKind];
