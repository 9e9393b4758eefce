import { type Element, textOf } from '../xml/element.ts';

/** An element of a layout: the form of its text, or the elements in it. */
export type Part = {
  name: string;
  least?: 0;
  /** How often the element may occur; once by default. */
  most?: number;
  /** The element has an attribute nItem, whose value occurs once among its siblings. */
  isItem?: true;
} & ({ text: RegExp } | { parts: readonly Part[] });

/** The parts of a detEvento after verAplic. */
export type Form = {
  description: string;
  authors: RegExp | null;
  /** The layout has no state of the author (cOrgaoAutor). */
  isWithoutState?: true;
  parts: readonly Part[];
};

// Types of tiposBasico_v1.03 as nfephp-org/sped-nfe@3b44ec9f has it in schemes/PL_010_V1.30.
export const money = /^(?:0|0\.\d{2}|[1-9]\d{0,12}(?:\.\d{2})?)$/;
const amount = /^(?:0|0\.\d{4}|[1-9]\d{0,10}(?:\.\d{4})?)$/;
const percent = /^(?:0|0\.\d{2,4}|[1-9]\d{0,2}(?:\.\d{2,4})?)$/;
const unit = /^(?=.{1,6}$)[!-ÿ](?:[ -ÿ]*[!-ÿ])?$/;
export const day = /^20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** The tpEvento that a withdrawal (110001) can name: every event of the reform but itself (P23). */
const takenBack =
  /^(?:112110|112120|112130|112140|112150|211110|211124|211128|211130|211140|211150|212110|212120|412120|412130)$/;

const mostItems = 990;
const issuer = /^1$/;
const recipient = /^2$/;
const either = /^[12]$/;

export const field = (name: string, text: RegExp): Part => ({ name, text });
const items = (name: string, parts: readonly Part[]): Part => ({ name, parts, most: mostItems, isItem: true });
const taxes = [field('vIBS', money), field('vCBS', money)];
const stock = (quantity: string, ofQuantity: string, ...more: Part[]): Part => ({
  name: 'gControleEstoque',
  parts: [field(quantity, amount), field(ofQuantity, unit), ...more],
});
const share = (name: string): Part => ({
  name,
  least: 0,
  parts: [field('pCredPres', percent), field('vCredPres', money)],
});

/**
 * The layouts of the events of the reform as NT 2025.002 v1.52 prints them (8.3 to 8.18), by tpEvento. They are used where a pack has no
 * schema of the event; none of the redistributed packs has one.
 */
export const formsOf: Readonly<Record<string, Form>> = {
  110001: {
    description: 'Cancelamento de Evento',
    authors: null,
    parts: [field('tpEventoAut', takenBack), field('nProtEvento', /^(?:\d{15}|\d{17})$/)],
  },
  112110: {
    description: 'Informação de efetivo pagamento integral para liberar crédito presumido do adquirente',
    authors: issuer,
    parts: [field('indQuitacao', /^1$/)],
  },
  112120: {
    description: 'Importação em ALC/ZFM não convertida em isenção',
    authors: issuer,
    parts: [items('gConsumo', [...taxes, stock('qtde', 'unidade')])],
  },
  112130: {
    description: 'Perecimento, perda, roubo ou furto durante o transporte contratado pelo fornecedor',
    authors: issuer,
    parts: [items('gPerecimento', [...taxes, stock('qPerecimento', 'uPerecimento', ...taxes)])],
  },
  112140: {
    description: 'Fornecimento não realizado com pagamento antecipado',
    authors: issuer,
    parts: [items('gItemNaoFornecido', [...taxes, stock('qNaoFornecida', 'uNaoFornecida')])],
  },
  112150: {
    description: 'Atualização da Data de Previsão de Entrega',
    authors: issuer,
    parts: [field('dPrevEntrega', day)],
  },
  211110: {
    description: 'Solicitação de Apropriação de crédito presumido',
    authors: either,
    parts: [
      items('gCredPresOper', [
        field('vBCCredPres', money),
        field('cCredPres', /^\d{2}$/),
        share('gIBSCredPres'),
        share('gCBSCredPres'),
      ]),
    ],
  },
  211124: {
    description: 'Perecimento, perda, roubo ou furto durante o transporte contratado pelo adquirente',
    authors: recipient,
    parts: [items('gPerecimento', [...taxes, stock('qPerecimento', 'uPerecimento')])],
  },
  211128: {
    description: 'Aceite de débito na apuração por emissão de nota de crédito',
    authors: recipient,
    parts: [field('indAceitacao', /^[01]$/)],
  },
  211130: {
    description: 'Imobilização de Item',
    authors: recipient,
    parts: [items('gImobilizacao', [...taxes, stock('qImobilizado', 'uImobilizado')])],
  },
  211140: {
    description: 'Solicitação de Apropriação de Crédito de Combustível',
    authors: recipient,
    parts: [items('gConsumoComb', [...taxes, stock('qComb', 'uComb')])],
  },
  211150: {
    description: 'Solicitação de Apropriação de Crédito para bens e serviços que dependem de atividade do adquirente',
    authors: recipient,
    parts: [items('gCredito', [field('vCredIBS', money), field('vCredCBS', money)])],
  },
};

/** The first fault of a detEvento against its layout; undefined if it has none. */
export function layoutFault(
  detail: Element,
  { description, authors, isWithoutState, parts }: Form,
): string | undefined {
  if (detail.attributes['versao'] !== '1.00') return "Element 'detEvento', attribute 'versao': expected '1.00'";
  if (textOf(detail, 'descEvento') !== description) return "Element 'descEvento': the value is not of the enumeration";
  const all: readonly Part[] = [
    field('descEvento', /^/),
    ...(isWithoutState ? [] : [field('cOrgaoAutor', /^\d{2}$/)]),
    ...(authors ? [field('tpAutor', authors)] : []),
    field('verAplic', /^[!-ÿ](?:[ -ÿ]{0,18}[!-ÿ])?$/),
    ...parts,
  ];
  return partsFault(detail, all);
}

function partsFault(element: Element, parts: readonly Part[]): string | undefined {
  const rest = [...element.children];
  for (const part of parts) {
    const { name, least = 1, most = 1 } = part;
    const found: Element[] = [];
    while (rest[0]?.name === name && found.length < most) found.push(...rest.splice(0, 1));
    if (found.length < least) return `Element '${element.name}': expected ( ${name} )`;
    const fault =
      found.map((one) => partFault(one, part)).find((one) => one !== undefined) ?? repeatedItem(found, part);
    if (fault !== undefined) return fault;
  }
  return rest[0] && `Element '${rest[0].name}': this element is not expected`;
}

function partFault(element: Element, part: Part): string | undefined {
  if (part.isItem && !/^[1-9]\d{0,2}$/.test(element.attributes['nItem'] ?? '')) {
    return `Element '${element.name}', attribute 'nItem': the value is not accepted by the pattern`;
  }
  if ('parts' in part) return partsFault(element, part.parts);
  const isText = element.children.length === 0 && part.text.test(element.text);
  return isText ? undefined : `Element '${element.name}': the value is not accepted by the pattern`;
}

function repeatedItem(found: readonly Element[], { isItem, name }: Part): string | undefined {
  const numbers = found.map(({ attributes }) => attributes['nItem']);
  return isItem && new Set(numbers).size < numbers.length ? `Element '${name}': duplicate key 'nItem'` : undefined;
}
