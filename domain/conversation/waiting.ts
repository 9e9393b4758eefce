// Workflows read this file: it must stay without imports.

/** What something waits for. START and ANSWER are steps of every run that goes well; all others keep it from going on. */
export const waitKinds = [
  /** It is accepted, and no worker has taken it over yet. */
  'START',
  /** The authority has the message, or is being asked. */
  'ANSWER',
  /** The message was sent and no answer came: the authority is asked what became of it. */
  'UNANSWERED',
  /** The authority has paused its service (108 and 109 of the SEFAZ). */
  'AUTHORITY_PAUSED',
  /** Nothing could be sent: network or authority are down. */
  'AUTHORITY_UNREACHABLE',
  /** The authority wants to be left alone (656 of the SEFAZ, 429 of the Sefin), or we keep clear of its limit. */
  'THROTTLED',
  /** The company has no valid certificate, or the authority refuses the certificate or its signature. */
  'CERTIFICATE',
  /** A person must decide. */
  'PERSON',
  /** Lavra itself is at fault: an operator mends it. */
  'OURS',
  /** The mail server is down or asks for patience. */
  'MAIL',
  /** The store is away, full or closed to us. */
  'STORAGE',
  /** The note was issued in contingency and is valid: it is transmitted once the authority is back. */
  'TRANSMISSION',
] as const;
export type WaitKind = (typeof waitKinds)[number];

/** What something waits for, in one shape everywhere. In Temporal's data instants are ISO 8601 in UTC. */
export type Wait = {
  kind: WaitKind;
  /** A sentence in Portuguese. */
  reason: string;
  /** When this kind of wait began. */
  since: Date;
  /** When it ends by itself; null where that is not known. */
  until: Date | null;
};

/** Kinds that every run passes through: they count as a wait only after `quietSeconds`. */
export const quietKinds: readonly WaitKind[] = ['START', 'ANSWER'];
export const quietSeconds = 60;
