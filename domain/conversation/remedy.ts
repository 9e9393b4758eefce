import type { WaitKind } from './waiting.ts';

/** A row of one of these tables, and its company by tax id or id, as commands take either. */
type Row<What extends string> = { [Each in What]: { what: Each; id: string; company: string } }[What];

/** The row that waits, as a remedy names it. */
export type WaitSubject = Row<'document' | 'event' | 'inutilization' | 'closing' | 'invitation' | 'personMail'>;

/** What only the operator of the installation can do, or look at. */
export type OperatorTask =
  /** Find out what keeps the company from issuing; without a company, what of the installation does not work. */
  | { task: 'EXAMINE'; company: string | null }
  | { task: 'SHOW_CONTINGENCY'; company: string }
  | { task: 'START_WORKER' }
  /** Tell Lavra what the register of Receita Federal has of a company. */
  | { task: 'SAY_REGIME'; company: string }
  /** See how a month differs from what the authority has, and what is to be done about each difference. */
  | { task: 'SHOW_DIFFERENCES'; company: string; month: string }
  /** Enter the rates of IBS and CBS that the law has set. */
  | { task: 'ADD_RATES' };

/**
 * What helps against something that waits or has stopped, and the thing that it is done to. The command line has a command for each, a screen a
 * button.
 */
export type Remedy =
  /** Tell the run to try now, once the cause is mended. */
  | { kind: 'RETRY'; subject: Row<'document' | 'event' | 'inutilization' | 'replaced'> }
  /** Decide about a stopped note: adopt what the authority has, or reject. */
  | { kind: 'RESOLVE'; subject: { documentId: string } }
  | { kind: 'RENEW_CERTIFICATE'; subject: { company: string } }
  | { kind: 'REACTIVATE_ENDPOINT'; subject: { endpointId: string } }
  /** Look at the deliveries that failed, and deliver them again once the receiver is mended. */
  | { kind: 'REDELIVER_FAILED'; subject: { endpointId: string } }
  /** Ask the sources of received documents now. */
  | { kind: 'SYNC'; subject: { company: string } }
  /** Answer, for the company, an office that asked for a link. No wait has this remedy; screens use it for invitations without an answer. */
  | { kind: 'ANSWER_INVITATION'; subject: { company: string; office: string } }
  /**
   * Send a mail to a person again, with a new link, or enter another address. `role` is the one that she is invited to; null where she asked for a
   * new password.
   */
  | { kind: 'RESEND'; subject: { mailId: string; company: string; email: string; role: string | null } }
  /** Close a month again after its closing failed. */
  | {
      kind: 'CLOSE_AGAIN';
      subject: { closingId: string; company: string; office: string; year: number; month: number };
    }
  /** Set the NSU up to which a source counts as received. `nsu` is the one that the source named; null where it named none. */
  | { kind: 'SET_NSU'; subject: { company: string; source: 'NFE' | 'NFSE'; nsu: string | null } }
  /** Correct the sale of a refused note and issue it again. */
  | { kind: 'MEND_SALE'; subject: { documentId: string } }
  /** Approve that the number of a replaced note is given up. */
  | { kind: 'GIVE_UP_REPLACED'; subject: { noteId: string; company: string } }
  /** Only time helps. `contingencyOf` names the company whose contingency is worth looking at. */
  | { kind: 'WAIT'; subject: { contingencyOf: string } | null }
  | { kind: 'OPERATOR'; subject: OperatorTask };

/** The remedy where only time helps. */
export const onlyTime: Remedy = { kind: 'WAIT', subject: null };

/** What helps against a wait of this kind. */
export function remedyOf(kind: WaitKind, about: WaitSubject): Remedy {
  const { company } = about;
  switch (kind) {
    case 'PERSON':
      return about.what === 'document'
        ? { kind: 'RESOLVE', subject: { documentId: about.id } }
        : examineRemedy(company);
    case 'CERTIFICATE':
      return { kind: 'RENEW_CERTIFICATE', subject: { company } };
    case 'OURS':
      return about.what === 'closing' || about.what === 'invitation' || about.what === 'personMail'
        ? examineRemedy(null)
        : { kind: 'RETRY', subject: about };
    case 'AUTHORITY_UNREACHABLE':
      return examineRemedy(company);
    // Either no worker takes the row over or a part of the installation is away: the doctor says which.
    case 'START':
    case 'MAIL':
    case 'STORAGE':
      return examineRemedy(null);
    case 'TRANSMISSION':
      return { kind: 'WAIT', subject: { contingencyOf: company } };
    case 'ANSWER':
    case 'UNANSWERED':
    case 'AUTHORITY_PAUSED':
    case 'THROTTLED':
      return onlyTime;
  }
}

/** The remedy "run the doctor", for one company or for the whole installation (null). */
export const examineRemedy = (company: string | null): Remedy => ({
  kind: 'OPERATOR',
  subject: { task: 'EXAMINE', company },
});

/** The command that an operator types; null where there is none. */
export function commandOf({ kind, subject }: Remedy): string | null {
  switch (kind) {
    case 'RETRY': {
      const { what, company } = subject;
      return `lavra ${what === 'replaced' ? 'contingency' : 'documents'} retry --company ${company}`;
    }
    case 'RESOLVE':
      return `lavra documents resolve ${subject.documentId}`;
    case 'RENEW_CERTIFICATE':
      return `lavra certificate add --company ${subject.company} --file <arquivo.pfx>`;
    case 'REACTIVATE_ENDPOINT':
      return `lavra webhooks enable ${subject.endpointId}`;
    case 'REDELIVER_FAILED':
      return `lavra webhooks deliveries ${subject.endpointId}`;
    case 'SYNC':
      return `lavra distribution sync --company ${subject.company}`;
    case 'ANSWER_INVITATION':
      return `lavra link accept --office ${subject.office} --company ${subject.company}`;
    case 'RESEND': {
      // The operator makes these links by hand, so that no mail is needed.
      const { company, email, role } = subject;
      return role === null
        ? `lavra user reset ${email}`
        : `lavra user create --company ${company} --role ${role} --email ${email} --name <nome>`;
    }
    case 'CLOSE_AGAIN': {
      const { company, office, year, month } = subject;
      return `lavra closings start --office ${office} --year ${year} --month ${month} --company ${company}`;
    }
    case 'SET_NSU': {
      const { company, source, nsu } = subject;
      return `lavra distribution set-nsu --company ${company} --source ${source} --nsu ${nsu ?? '<n>'}`;
    }
    case 'MEND_SALE':
      return `lavra documents show ${subject.documentId}`;
    case 'GIVE_UP_REPLACED':
      return `lavra contingency give-up ${subject.noteId} --company ${subject.company}`;
    case 'WAIT':
      return subject === null ? null : contingencyOf(subject.contingencyOf);
    case 'OPERATOR':
      return taskOf(subject);
  }
}

function taskOf(subject: OperatorTask): string {
  switch (subject.task) {
    case 'EXAMINE':
      return subject.company === null ? 'lavra doctor' : `lavra doctor --company ${subject.company}`;
    case 'SHOW_CONTINGENCY':
      return contingencyOf(subject.company);
    case 'START_WORKER':
      return 'npm run worker';
    case 'ADD_RATES':
      return 'lavra rates add ibs-cbs --cbs <percentual> --law <lei>';
    case 'SHOW_DIFFERENCES':
      return `lavra reconcile --company ${subject.company} --month ${subject.month} --show`;
    case 'SAY_REGIME':
      return `lavra company set ${subject.company} --receita-regime <SIMPLES|MEI|OTHER>`;
  }
}

const contingencyOf = (company: string): string => `lavra contingency show --company ${company}`;
