import type { DocumentType } from '../document-types.ts';

/** Kinds of news that people get by mail; each can be muted. */
export const newsKinds = ['DECISION', 'CERTIFICATE', 'ENDPOINT', 'CLOSING', 'LINK'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** When news are mailed: urgent ones at once and the rest once a day, all once a day, or never. */
export const mailPaces = ['AT_ONCE', 'DAILY', 'NEVER'] as const;
export type MailPace = (typeof mailPaces)[number];

/** The facts of each kind of news. */
type Facts = {
  DECISION: { documentId: string; type: DocumentType; series: number | null; number: number | null };
  CERTIFICATE: { endsAt: string };
  ENDPOINT: { endpointId: string; url: string };
  CLOSING: { year: number; month: number };
  LINK: { status: 'ACTIVE' | 'REFUSED' | 'ENDED' };
};

type Named = { name: string; taxId: string };

/**
 * One piece of news for a person: about a company in which she has a role or, where `office` is set, about an office or a company in its portfolio.
 */
export type News = {
  [Kind in NewsKind]: {
    personId: string;
    kind: Kind;
    /** Identifies the news among all that she gets: a note's attempt, a certificate's last day. */
    thing: string;
    isUrgent: boolean;
    /** When it became true. */
    at: Date;
    /** Null where the news are about the office itself. */
    company: Named | null;
    office: Named | null;
    facts: Facts[Kind];
  };
}[NewsKind];
