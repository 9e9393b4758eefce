import table from '../../tables/nfse-rules.json' with { type: 'json' };

/** One thing wrong with a DPS or a request of an event, in the words of the annexes. */
export type NfseFault = { code: string; description: string; complement?: string };

/** A code whose words are known. */
export type FaultCode = keyof typeof table.rules;

/** The fault with the official words, in which `<nome_evento_vinculado_a_NFS-e>` is the event that stands in the way. */
export function faultOf(code: FaultCode, standingEvent = ''): NfseFault {
  return { code, description: table.rules[code].replace('<nome_evento_vinculado_a_NFS-e>', standingEvent) };
}
