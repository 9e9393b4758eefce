import type { WaitKind } from './waiting.ts';

/** What waits, as commands name it: the company by its tax id or id, and the document where it is one. */
export type WaitSubject = { company: string; document?: string | undefined };

/** What an operator types against a wait; null where nothing helps but time. */
export function helpingCommand(kind: WaitKind, { company, document }: WaitSubject): string | null {
  switch (kind) {
    case 'PERSON':
      return document === undefined ? null : `lavra documents resolve ${document}`;
    case 'CERTIFICATE':
      return `lavra certificate add --company ${company} --file <arquivo.pfx>`;
    case 'OURS':
      return `lavra documents retry --company ${company}`;
    case 'AUTHORITY_UNREACHABLE':
      return `lavra doctor --company ${company}`;
    // No worker takes it over, or a part of the installation is away: the doctor says which.
    case 'START':
    case 'MAIL':
    case 'STORAGE':
      return 'lavra doctor';
    case 'ANSWER':
    case 'UNANSWERED':
    case 'AUTHORITY_PAUSED':
    case 'THROTTLED':
      return null;
  }
}
