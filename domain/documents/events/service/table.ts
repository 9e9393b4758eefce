import { type ServiceEventType, serviceEventTypes } from '../../../document-types.ts';

/** Who registers the event: the issuer of the NFS-e, or a party that did not issue it. */
export type ServiceAuthor = 'ISSUER' | 'PROVIDER' | 'TAKER' | 'INTERMEDIARY';

/** tpEvento, and xDesc word for word as in the schema. */
type CodeAndDescription = { code: string; description: string };

type ServiceEvent = {
  /** Name in Portuguese, for people. */
  title: string;
  by: Partial<Record<ServiceAuthor, CodeAndDescription>>;
  /** cMotivo with its meaning; an event without reasons has no justification either. */
  reasons: Readonly<Record<string, string>>;
  /** Whether a justification (xMotivo, 15 to 255 characters) is required: with every reason, with "other" alone, or never. */
  words: 'ALWAYS' | 'WITH_OTHER' | 'NEVER';
};

/** cMotivo "other". */
export const otherReason = '9';

const manifestation = (code: string, words: string): CodeAndDescription => ({
  code,
  description: `Manifestação de NFS-e - ${words}`,
});

/**
 * The events that a party of an NFS-e can request, each once for a note (Anexo II v1.01 of 2026-01-22: TIPO_EVENTOS, PED.REG.EVENTO;
 * tiposEventos_v1.01.xsd and tiposSimples_v1.01.xsd of 2026-07-27, whose codes are newer than those of the annex: 203202, not 203212). The
 * cancellation is `CANCELLATION`; events of the authorities (1051xx, 2052xx, 3051xx) cannot be requested here.
 */
export const serviceEvents: Readonly<Record<ServiceEventType, ServiceEvent>> = {
  FISCAL_ANALYSIS_REQUEST: {
    title: 'Solicitação de análise fiscal para cancelamento',
    by: {
      ISSUER: { code: '101103', description: 'Solicitação de Análise Fiscal para Cancelamento de NFS-e' },
    },
    reasons: { '1': 'erro na emissão', '2': 'serviço não prestado', '9': 'outros' },
    words: 'ALWAYS',
  },
  SERVICE_CONFIRMATION: {
    title: 'Confirmação da NFS-e',
    by: {
      PROVIDER: manifestation('202201', 'Confirmação do Prestador'),
      TAKER: manifestation('203202', 'Confirmação do Tomador'),
      INTERMEDIARY: manifestation('204203', 'Confirmação do Intermediário'),
    },
    reasons: {},
    words: 'NEVER',
  },
  SERVICE_REJECTION: {
    title: 'Rejeição da NFS-e',
    by: {
      PROVIDER: manifestation('202205', 'Rejeição do Prestador'),
      TAKER: manifestation('203206', 'Rejeição do Tomador'),
      INTERMEDIARY: manifestation('204207', 'Rejeição do Intermediário'),
    },
    reasons: {
      '1': 'NFS-e em duplicidade',
      '2': 'NFS-e já emitida pelo tomador',
      '3': 'não ocorrência do fato gerador',
      '4': 'erro quanto à responsabilidade tributária',
      '5': 'erro no valor do serviço, nas deduções, no serviço prestado ou na data do fato gerador',
      '9': 'outros',
    },
    words: 'WITH_OTHER',
  },
};

const names: ReadonlySet<string> = new Set(serviceEventTypes);

export function isServiceEventType(type: string): type is ServiceEventType {
  return names.has(type);
}

/** Type and texts of a tpEvento; null where a party of an NFS-e cannot request it. */
export function serviceEventOf(code: string): { type: ServiceEventType; said: CodeAndDescription } | null {
  for (const type of serviceEventTypes) {
    const said = Object.values(serviceEvents[type].by).find((one) => one.code === code);
    if (said) return { type, said };
  }
  return null;
}
