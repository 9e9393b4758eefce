import type { WaitKind } from './waiting.ts';

/** What waits, as commands name it; the company by its tax id or id. */
export type WaitSubject = {
  what: 'document' | 'event' | 'inutilization' | 'closing' | 'invitation';
  id: string;
  company: string;
};

/** What an operator types against a wait; null where nothing helps but time. */
export function helpingCommand(kind: WaitKind, { what, id, company }: WaitSubject): string | null {
  const speaksToAuthority = what !== 'closing' && what !== 'invitation';
  switch (kind) {
    case 'PERSON':
      return `lavra documents resolve ${id}`;
    case 'CERTIFICATE':
      return `lavra certificate add --company ${company} --file <arquivo.pfx>`;
    case 'OURS':
      return speaksToAuthority ? `lavra documents retry --company ${company}` : 'lavra doctor';
    case 'AUTHORITY_UNREACHABLE':
      return `lavra doctor --company ${company}`;
    // No worker takes it over, or a part of the installation is away: the doctor says which.
    case 'START':
    case 'MAIL':
    case 'STORAGE':
      return 'lavra doctor';
    case 'TRANSMISSION':
      return `lavra contingency show --company ${company}`;
    case 'ANSWER':
    case 'UNANSWERED':
    case 'AUTHORITY_PAUSED':
    case 'THROTTLED':
      return null;
  }
}
