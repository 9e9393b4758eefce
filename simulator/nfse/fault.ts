import table from '../../tables/nfse-codes.json' with { type: 'json' };

/** One thing wrong with a DPS or a request of an event, in the words of the annexes. */
export type NfseFault = { code: string; description: string; complement?: string };

/** A code of the annexes. */
export type FaultCode = keyof typeof table.codes;

/** The fault with the official words, in which `<nome_evento_vinculado_a_NFS-e>` is the event that stands in the way. */
export function faultOf(code: FaultCode, standingEvent = ''): NfseFault {
  return { code, description: table.codes[code].message.replace('<nome_evento_vinculado_a_NFS-e>', standingEvent) };
}
