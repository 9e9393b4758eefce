// Workflows read this file: it must stay without imports.

/** What something waits for. The first two are steps of every run that goes well; all others keep it from going on. */
export const waitKinds = [
  /** Accepted; no worker has taken it over yet. */
  'START',
  /** The authority has it, or is being asked. */
  'ANSWER',
  /** It was sent and no answer came: the authority is asked what became of it. */
  'UNANSWERED',
  /** The authority has paused its service (108 and 109 of the SEFAZ). */
  'AUTHORITY_PAUSED',
  /** Nothing could be sent: the network or the authority is down. */
  'AUTHORITY_UNREACHABLE',
  /** The authority wants silence (656 of the SEFAZ, 429 of the Sefin), or we keep away from its limit. */
  'THROTTLED',
  /** The company has no valid certificate, or the authority refuses it or its signature. */
  'CERTIFICATE',
  /** A person must decide. */
  'PERSON',
  /** A fault of ours: an operator mends it. */
  'OURS',
  /** The mail server is away or asks for patience. */
  'MAIL',
  /** The place where large files lie is away, full or closed to us. */
  'STORAGE',
  /** Issued in contingency and valid: it is transmitted once the authority is back. */
  'TRANSMISSION',
] as const;
export type WaitKind = (typeof waitKinds)[number];

/** What something waits for, in one shape wherever it shows. Instants are ISO 8601 in UTC where it crosses to Temporal. */
export type Wait = {
  kind: WaitKind;
  /** A sentence in Portuguese. */
  reason: string;
  /** When it began to wait for this kind of thing. */
  since: Date;
  /** When it goes on by itself, where that is known. */
  until: Date | null;
};

/** Kinds that every run passes through: they are told of as a wait only once they last longer than `quietSeconds`. */
export const quietKinds: readonly WaitKind[] = ['START', 'ANSWER'];
export const quietSeconds = 60;
