import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { timestamp } from '../clock.ts';
import { reason } from '../reasons.ts';
import type { NoteRecord } from '../register/records.ts';
import { nextProtocol, verAplic } from '../services/service.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';
import { nfe, writeElement } from '../xml/element.ts';
import { partiesOf } from './queues.ts';
import { signedBySupplier } from './suppliers.ts';

const registered = 135;

/** An event of the supplier (correction letter, cancellation), or one of the tax administrations, which all parties get as a summary. */
export const supplierEvent = z.strictObject({
  tpEvento: z.enum(['110110', '110111', '510630', '610614']),
  /** Text of a correction letter or reason of a cancellation. */
  text: z.string().min(15).max(255).optional(),
  nSeqEvento: z.int().min(1).max(20).default(1),
  at: z.iso.datetime({ offset: true }).optional(),
});
export type SupplierEvent = z.infer<typeof supplierEvent>;

type AdministrationEvent = '510630' | '610614';

/** Names as the national environment writes them (observed, 2025 and 2026). */
const ofAdministrations: Readonly<Record<AdministrationEvent, { name: string; organ: string }>> = {
  510630: { name: 'Registro de Passagem Automatico Originado MDFe', organ: '92' },
  610614: { name: 'MDF-e Autorizado com CT-e', organ: '91' },
};

/** The fixed text of the layout: conditions of use of a correction letter. */
const conditionsOfUse =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ' +
  'ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja ' +
  'relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de ' +
  'preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do ' +
  'remetente ou do destinatario; III - a data de emissao ou de saida.';

/** Registers events on a note that a supplier issued in the simulator. The rules about events are not checked. */
export function loadEvents(
  events: readonly SupplierEvent[],
  chNFe: string,
  environment: Environment,
  authority: TaxAuthority,
): void {
  const note = authority.register.note(environment, chNFe);
  if (!note) return;
  for (const event of events) {
    const at = event.at === undefined ? authority.clock.now() : new Date(event.at);
    const { tpEvento } = event;
    if (tpEvento === '510630' || tpEvento === '610614') tellAll(note, tpEvento, at, authority);
    else register(note, event, tpEvento, at, authority);
  }
}

function register(
  note: NoteRecord,
  { text, nSeqEvento }: SupplierEvent,
  tpEvento: '110110' | '110111',
  at: Date,
  { register: held, suppliers }: TaxAuthority,
): void {
  const { chNFe, environment } = note;
  const issuer = partiesOf(note)?.issuer ?? '';
  const nProt = nextProtocol(held, undefined, chNFe.slice(0, 2), at);
  const infEvento = writeElement('infEvento', {
    '@Id': `ID${tpEvento}${chNFe}${String(nSeqEvento).padStart(2, '0')}`,
    cOrgao: chNFe.slice(0, 2),
    tpAmb: environment,
    ...(issuer.length === 11 ? { CPF: issuer } : { CNPJ: issuer }),
    chNFe,
    dhEvento: timestamp(at),
    tpEvento,
    nSeqEvento,
    verEvento: '1.00',
    detEvento: { '@versao': '1.00', ...detailOf(tpEvento, note, text) },
  });
  const evento = signedBySupplier(
    `<evento xmlns="${nfe}" versao="1.00">${infEvento}</evento>`,
    suppliers.credentialsOf(issuer),
  );
  const retEvento = writeElement('retEvento', {
    '@versao': '1.00',
    infEvento: {
      '@Id': `ID${nProt}`,
      tpAmb: environment,
      verAplic,
      cOrgao: chNFe.slice(0, 2),
      cStat: registered,
      xMotivo: reason(registered),
      chNFe,
      tpEvento,
      xEvento: tpEvento === '110111' ? 'Cancelamento registrado' : 'Carta de Correcao registrada',
      nSeqEvento,
      dhRegEvento: timestamp(at),
      nProt,
    },
  });
  held.add({
    kind: 'event',
    environment,
    chNFe,
    tpEvento,
    nSeqEvento,
    cStat: registered,
    nProt,
    dhRegEvento: timestamp(at),
    procEvento: writeElement('procEventoNFe', { '@xmlns': nfe, '@versao': '1.00' }, evento + retEvento),
  });
}

function detailOf(
  tpEvento: '110110' | '110111',
  { nProt }: NoteRecord,
  text: string | undefined,
): Record<string, string> {
  if (tpEvento === '110111')
    return { descEvento: 'Cancelamento', nProt, xJust: text ?? 'Pedido desfeito pelo cliente' };
  return {
    descEvento: 'Carta de Correcao',
    xCorrecao: text ?? 'Onde se le Rua A, leia-se Rua B',
    xCondUso: conditionsOfUse,
  };
}

/** Events of the administrations go to every party as a summary alone (NT 2014.002, table of section 3). */
function tellAll(note: NoteRecord, tpEvento: AdministrationEvent, at: Date, { register: held }: TaxAuthority): void {
  const parties = partiesOf(note);
  if (!parties) return;
  const { issuer, recipient, carrier, third } = parties;
  const { name, organ } = ofAdministrations[tpEvento];
  const xml = writeElement('resEvento', {
    '@xmlns': nfe,
    '@versao': '1.01',
    cOrgao: organ,
    CNPJ: '00000000000191',
    chNFe: note.chNFe,
    dhEvento: timestamp(at),
    tpEvento,
    nSeqEvento: 1,
    xEvento: name,
    dhRecbto: timestamp(at),
    nProt: nextProtocol(held, undefined, organ, at),
  });
  const entry = {
    schema: 'resEvento_v1.01.xsd',
    chNFe: note.chNFe,
    since: timestamp(at),
    environment: note.environment,
  };
  for (const holder of new Set([issuer, recipient, carrier, ...third])) {
    if (holder !== undefined) held.addRaw({ ...entry, holder }, gzipSync(xml));
  }
}
