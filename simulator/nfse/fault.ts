import table from '../../tables/nfse-codes.json' with { type: 'json' };

/** One thing wrong with a DPS or a request of an event, in the words of the annexes. */
export type NfseFault = { code: string; description: string; complement?: string };

/** A code of the annexes. */
export type FaultCode = keyof typeof table.codes;

/** A fault with its official text, in which `<nome_evento_vinculado_a_NFS-e>` is replaced by the name of the event that bars this one. */
export function faultOf(code: FaultCode, standingEvent = ''): NfseFault {
  return { code, description: table.codes[code].message.replace('<nome_evento_vinculado_a_NFS-e>', standingEvent) };
}

/**
 * Thrown to refuse a request, with the HTTP status and every fault; without faults the answer is the status alone. A fault whose code is
 * neither published nor observed has an empty code, and is answered without it.
 */
export class NfseRefusal extends Error {
  readonly status: number;
  readonly faults: readonly NfseFault[];

  constructor(status: number, faults: readonly NfseFault[]) {
    super(faults.map(({ code }) => code).join(', ') || String(status));
    this.name = 'NfseRefusal';
    this.status = status;
    this.faults = faults;
  }
}

/** SEFIN's texts for faults that come before any rule is checked (Anexo IV, RN LOTE DF-e; Anexo I, RN DPS, Signature). */
const texts = {
  E1200: 'Certificado de Transmissão Inválido',
  E1203: 'Certificado de Transmissão expirado',
  E1205: 'Certificado de Transmissão - Erro Cadeia de Certificação',
  E1209: 'Certificado de Transmissão sem CNPJ',
  E1217: 'Serviço paralisado para manutenção',
  E1225: 'Falha na decodificação da base 64 da área de dados',
  E1226: 'Estrutura descompactada mal formada.',
  E1228: 'Uso de prefixo de namespace não permitido na área de dados descompactada.',
  E1229: 'Xml não está utilizando codificação UTF-8.',
  E1235: 'Falha no esquema XML do DF-e.',
  E1242: 'Tipo DF-e não tratado pelo Sistema Nacional NFS-e.',
  E0714: 'Arquivo enviado com erro na assinatura.',
  E0715: 'Certificado Digital da assinatura inválido.',
  E0716: 'Certificado Digital da assinatura fora do padrão estabelecido pelo projeto NFS-e.',
  E0717: 'A assinatura é obrigatória quando for enviado para o Web Service.',
  E0718: 'A assinatura deve ser feita com o certificado digital do emitente da DPS.',
  E0812:
    'O CNPJ do autor do pedido de registro de evento não corresponde à base do CNPJ informada no certificado digital da assinatura do pedido.',
  E0815:
    'O CPF do autor do pedido de registro de evento não corresponde ao CPF informado no certificado digital da assinatura do pedido.',
} as const;
type ReceptionCode = keyof typeof texts;

export function receptionFault(code: ReceptionCode, complement?: string): NfseFault {
  return { code, description: texts[code], ...(complement !== undefined && { complement }) };
}

/** The text of one of these codes, or undefined for any other code. */
export function receptionText(code: string): string | undefined {
  return Object.entries(texts).find(([one]) => one === code)?.[1];
}

/** Whether a code is about the message as it arrived, so that its content was not read. */
export function isOfReception(code: string): boolean {
  return code.startsWith('E12');
}

/** The fault for a client certificate that the transport refuses with a code of the 280 family. */
export function transmissionFault(cStat: number): NfseFault {
  const codes: Readonly<Record<number, ReceptionCode>> = { 281: 'E1203', 282: 'E1209', 283: 'E1205' };
  return receptionFault(codes[cStat] ?? 'E1200');
}
