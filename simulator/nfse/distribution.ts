import { fineTimestamp } from '../clock.ts';
import { type NewQuestion, noQueue } from '../control/log.ts';
import { spoilt } from '../distribution/spoil.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { pack, speaksFor } from './document.ts';
import { type NfseFault, NfseRefusal } from './fault.ts';
import { issuerOfKey } from './key.ts';
import { type NfseCall, type NfseReply, type NfseRequest, type Operation, route } from './operation.ts';
import type { NfseRecord } from './register.ts';
import { isParty } from './sefin/queries.ts';

/** Documents in one answer, at most (Manual Integrado 1.00.02). */
const most = 50;

/** Words of Anexo IV, RN DIST. MUN_CONTRIB. */
const refusals = {
  nothingFrom: {
    code: 'E2215',
    description:
      'Nenhum documento localizado – não existem documentos fiscais para o Contribuinte a partir do NSU informado.',
  },
  nothingAt: {
    code: 'E2230',
    description: 'Nenhum documento localizado – não existe documento fiscal para o Contribuinte com o NSU informado.',
  },
  unknownKey: {
    code: 'E2240',
    description: 'Nenhum documento localizado – não existe documento fiscal para a chave de acesso informada.',
  },
  notTheirs: {
    code: 'E2241',
    description:
      'Chave de acesso da NFS-e não referencia o Contribuinte solicitante e por isso não pode ser compartilhado.',
  },
} as const;

/** Nothing is published or observed for these two; their texts are ours. */
const badNsu = { code: '', description: 'O NSU informado deve ser um número.' };
const otherRoot = {
  code: '',
  description: 'O CNPJ consultado deve ter a mesma raiz do CNPJ do certificado digital.',
};

const eventNames: Readonly<Record<string, string>> = {
  101101: 'CANCELAMENTO',
  101103: 'SOLICITACAO_CANCELAMENTO_ANALISE_FISCAL',
  105102: 'CANCELAMENTO_POR_SUBSTITUICAO',
  105104: 'CANCELAMENTO_DEFERIDO_ANALISE_FISCAL',
  105105: 'CANCELAMENTO_INDEFERIDO_ANALISE_FISCAL',
  203202: 'CONFIRMACAO_TOMADOR',
  203206: 'REJEICAO_TOMADOR',
  204203: 'CONFIRMACAO_INTERMEDIARIO',
  204207: 'REJEICAO_INTERMEDIARIO',
  305101: 'CANCELAMENTO_POR_OFICIO',
};

const eventsOfIssuer = ['101101', '101103', '105102'];

type NumberedRecord = { nsu: number; record: NfseRecord };

/** GET /DFe/{NSU}: the documents of a taxpayer after an NSU (lote=true), or the one at it. */
const byNsu: Operation = {
  service: 'NfseDistribuicao',
  api: 'adn',
  method: 'GET',
  path: route('/DFe/:nsu'),
  about: (call) => ({ taxId: holderIn(call) }),

  async perform(call, authority) {
    const { nsu: text = '' } = call.parameters;
    const holder = holderIn(call);
    if (!/^\d{1,15}$/.test(text)) throw new NfseRefusal(400, [badNsu]);
    if (!speaksFor(call.transmitter, holder)) throw new NfseRefusal(400, [otherRoot]);
    const nsu = Number(text);
    const all = located(call, holder, authority);
    const inLot = asksForLot(call);
    const found = inLot ? all.filter((one) => one.nsu > nsu).slice(0, most) : all.filter((one) => one.nsu === nsu);
    if (found.length === 0) throw new NfseRefusal(404, [inLot ? refusals.nothingFrom : refusals.nothingAt]);
    return lot(call, found, authority);
  },

  refusal,

  logQuestion(call, reply, authority) {
    const { nsu: asked = '' } = call.parameters;
    log(call, { kind: asksForLot(call) ? 'after' : 'at', asked, taxId: holderIn(call) }, reply, authority);
  },
};

/** GET /NFSe/{chave}/Eventos: a note with its events, for a party of the note. The real lot carries the note, too (observed 2026-10). */
const byKey: Operation = {
  service: 'NfseDistribuicao',
  api: 'adn',
  method: 'GET',
  path: route('/NFSe/:chave/Eventos'),
  about: ({ parameters: { chave = '' } }) => ({ chNFSe: chave, taxId: issuerOfKey(chave) }),

  async perform(call, authority) {
    const { chave = '' } = call.parameters;
    const note = authority.nfse.register.note(call.environment, chave);
    if (!note) throw new NfseRefusal(404, [refusals.unknownKey]);
    if (!isParty(call.transmitter, note)) throw new NfseRefusal(404, [refusals.notTheirs]);
    const party = [note.issuer, note.taker, note.intermediary].find(
      (one) => one !== undefined && speaksFor(call.transmitter, one),
    );
    const found = located(call, party ?? '', authority).filter(({ record }) => record.chNFSe === chave);
    return lot(call, found, authority);
  },

  refusal,

  logQuestion(call, reply, authority) {
    const { chave: asked = '' } = call.parameters;
    log(call, { kind: 'key', asked, taxId: call.transmitter }, reply, authority);
  },
};

export const distribution: readonly Operation[] = [byNsu, byKey];

function holderIn({ query, transmitter }: NfseRequest): string {
  return query.get('cnpjConsulta') || transmitter;
}

function asksForLot({ query }: NfseRequest): boolean {
  return query.get('lote')?.toLowerCase() !== 'false';
}

/** Logs a question. ADN answers a question that comes too early like any other, as no limit is published: only this log shows that it was early. */
function log(
  { environment, transmitter, at }: NfseCall,
  question: Pick<NewQuestion, 'kind' | 'asked' | 'taxId'>,
  { cStat, queue = noQueue }: NfseReply,
  { questions }: TaxAuthority,
): void {
  questions.add({ source: 'nfse', environment, transmitter, ...question, cStat: cStat ?? null, ...queue }, at);
}

/**
 * The documents of a CNPJ or CPF with their NSU. An NSU is a position among all of them, so that it stays the same if the issuer's own
 * documents are left out.
 */
function located({ environment }: NfseCall, holder: string, { nfse }: TaxAuthority): NumberedRecord[] {
  return nfse.register
    .distributed(environment, holder)
    .map((record, index) => ({ nsu: index + 1, record }))
    .filter(({ record }) => nfse.distributesToIssuer || !isOwn(record, holder));
}

/** Whether the holder itself made a document: events of the city and of other parties are not its own. */
function isOwn(record: NfseRecord, holder: string): boolean {
  if (issuerOfKey(record.chNFSe) !== holder) return false;
  return record.kind === 'note' || eventsOfIssuer.includes(record.tpEvento);
}

async function lot(
  call: NfseCall,
  found: readonly NumberedRecord[],
  { nfse, scenarios }: TaxAuthority,
): Promise<NfseReply> {
  const sound = await Promise.all(
    found.map(async ({ nsu, record }) => ({
      nsu,
      record,
      schema: record.kind === 'note' ? 'NFSE' : 'EVENTO',
      packed: pack(await nfse.register.xmlOf(record)),
    })),
  );
  const chosen = scenarios.take('distribution', call.subject, ({ spoil }) => spoil !== 'lowerUltNsu');
  const entries = chosen && chosen.spoil !== 'lowerUltNsu' ? spoilt(sound, chosen.spoil, chosen.nsu) : sound;
  const LoteDFe = entries.map(({ nsu, schema, packed, record }) => ({
    NSU: nsu,
    ChaveAcesso: record.chNFSe,
    TipoDocumento: schema,
    TipoEvento: record.kind === 'note' ? null : (eventNames[record.tpEvento] ?? null),
    ArquivoXml: packed,
    DataHoraGeracao: record.dhProc,
  }));
  return {
    status: 200,
    body: { StatusProcessamento: 'DOCUMENTOS_LOCALIZADOS', LoteDFe, ...closing(call, []) },
    queue: { ultNSU: found.at(-1)?.nsu ?? null, maxNSU: null, documents: found.length },
  };
}

function refusal(call: NfseCall, { status, faults }: NfseRefusal): object {
  const StatusProcessamento = status === 404 ? 'NENHUM_DOCUMENTO_LOCALIZADO' : 'REJEICAO';
  return { StatusProcessamento, LoteDFe: [], ...closing(call, faults) };
}

function closing({ environment, at }: NfseCall, faults: readonly NfseFault[]): object {
  return {
    Alertas: [],
    Erros: faults.map(({ code, description, complement }) => ({
      Codigo: code || null,
      Descricao: description,
      Complemento: complement ?? null,
    })),
    TipoAmbiente: environment === 1 ? 'PRODUCAO' : 'HOMOLOGACAO',
    VersaoAplicativo: 'AdnSimulado_1.0.0',
    DataHoraProcessamento: fineTimestamp(at),
  };
}
