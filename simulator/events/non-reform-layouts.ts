import { child, type Element } from '../xml/element.ts';
import { day, field, type Form, layoutFault, money, type Part } from './reform-layouts.ts';

// Types of tiposBasico_v1.03 as nfelib 3.2.0 has it beside the schemas of these events.
const cnpj = /^[0-9A-Z]{12}\d{2}$/;
const moment = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[-+]\d{2}:00$/;
const state = /^[A-Z]{2}$/;
const text = (least: number, most: number): RegExp => new RegExp(`^[!-ÿ](?:[ -ÿ]{${least - 2},${most - 2}}[!-ÿ])$`);

const optional = (name: string, form: RegExp): Part => ({ ...field(name, form), least: 0 });
const protocol = field('nProtEvento', /^\d{15}$/);

const conditions =
  'O emitente ou destinatário da NF-e, declara que permite o transportador declarado no campo CNPJ/CPF deste evento a autorizar os ' +
  'transportadores subcontratados ou redespachados a terem acesso ao download da NF-e';

/**
 * The layouts of the events beside those of the reform, by tpEvento (NT 2020.007 v1.40, 03.1; NT 2023.005 v1.02, 3.1 and 4.1; NT 2024.002
 * v1.00, 3.1 and 4.1, as pablovercosa/custo-brasil@ac379cc0 transcribes them, read 2026-11-29). They are used where a pack has no schema of
 * the event; no pack has one of 110750 and 110751.
 */
const forms = {
  110150: {
    description: 'Ator interessado na NF-e',
    authors: /^[123]$/,
    parts: [
      { name: 'autXML', parts: [optional('CNPJ', cnpj), optional('CPF', /^\d{11}$/)] },
      optional('tpAutorizacao', /^[01]$/),
      optional('xCondUso', new RegExp(`^${conditions}$`)),
    ],
  },
  110192: {
    description: 'Insucesso na Entrega da NF-e',
    authors: null,
    parts: [
      field('dhTentativaEntrega', moment),
      optional('nTentativa', /^\d{1,3}$/),
      field('tpMotivo', /^[1-4]$/),
      optional('xJustMotivo', text(25, 250)),
      optional('latGPS', /^-?(?:\d|[1-8]\d|90)\.\d{6}$/),
      optional('longGPS', /^-?(?:\d|[1-9]\d|1[0-7]\d|180)\.\d{6}$/),
      field('hashTentativaEntrega', /^[A-Za-z0-9+/]{27}=$/),
      optional('dhHashTentativaEntrega', moment),
    ],
  },
  110193: { description: 'Cancelamento Insucesso na Entrega da NF-e', authors: null, parts: [protocol] },
  110750: {
    description: 'ECONF',
    authors: null,
    isWithoutState: true,
    parts: [
      {
        name: 'detPag',
        most: 100,
        parts: [
          optional('indPag', /^[01]$/),
          field('tPag', /^\d{2}$/),
          optional('xPag', text(2, 60)),
          field('vPag', money),
          field('dPag', day),
          optional('CNPJPag', cnpj),
          optional('UFPag', state),
          optional('CNPJIF', cnpj),
          optional('tBand', /^\d{2}$/),
          optional('cAut', /^[!-ÿ](?:[ -ÿ]{0,126}[!-ÿ])?$/),
          optional('CNPJReceb', cnpj),
          optional('UFReceb', state),
        ],
      },
    ],
  },
  110751: {
    description: 'Cancelamento Conciliação Financeira',
    authors: null,
    isWithoutState: true,
    parts: [protocol],
  },
} as const satisfies Record<string, Form>;

export type NonReformCode = keyof typeof forms;

/** The first fault of a detEvento against its layout; undefined if it has none. */
export function nonReformFault(tpEvento: NonReformCode, detail: Element): string | undefined {
  return layoutFault(detail, forms[tpEvento]) ?? choiceFault(detail) ?? pairFault(detail);
}

/** The fault of a carrier without exactly one of CNPJ and CPF. */
function choiceFault(detail: Element): string | undefined {
  const person = child(detail, 'autXML');
  return person && person.children.length !== 1 ? "Element 'autXML': expected is one of ( CNPJ, CPF )" : undefined;
}

/** The fault of a payment that has the CNPJ of an establishment without its state, or the reverse. */
function pairFault(detail: Element): string | undefined {
  const pairs = [
    ['CNPJPag', 'UFPag'],
    ['CNPJReceb', 'UFReceb'],
  ] as const;
  const isHalf = (payment: Element): boolean =>
    pairs.some(([one, other]) => (child(payment, one) === undefined) !== (child(payment, other) === undefined));
  return detail.children.some(isHalf) ? "Element 'detPag': expected a CNPJ with its UF" : undefined;
}
