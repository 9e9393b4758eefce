import type { ItemField } from '../../../domain/documents/events/reform/row.ts';
import { decimal } from '../../../domain/money.ts';
import type { ItemFacts } from '../../../domain/documents/events/reform/note-facts.ts';
import {
  fieldsOfItems,
  isReformEventType,
  reformEvents,
  contentFieldOf,
  saysShares,
} from '../../../domain/documents/events/reform/table.ts';
import { serviceEvents } from '../../../domain/documents/events/service/table.ts';
import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import { carrierGroup, failureGroups, paymentGroups } from './non-reform-fields.ts';
import { type CompanyEvent, isFinal, itemTitles } from './words.ts';

/** The most items of a note in one form; the others have forms of their own. */
export const itemsAtOnce = 50;

/** The items of a note that one form shows. */
export type ShownItems = readonly (readonly [number: number, facts: ItemFacts])[];

/** The box to tick before something that cannot be undone. */
export const sure: Field = {
  name: 'certeza',
  label: 'Entendi que isto não pode ser desfeito',
  kind: 'yesNo',
  isRequired: true,
};

/** The fields of an event's form, made from the same tables as the contract and the XML. */
export function eventGroups(type: CompanyEvent, items: ShownItems): FieldGroup[] {
  const groups = isReformEventType(type) ? ofReform(type, items) : ofService(type);
  return isFinal(type) ? [...groups, { title: 'Confirmação', fields: [sure] }] : groups;
}

type ReformType = Extract<CompanyEvent, keyof typeof reformEvents>;

function ofReform(type: ReformType, items: ShownItems): FieldGroup[] {
  switch (contentFieldOf(reformEvents[type])) {
    case 'accepted':
      return [{ title: 'O que a empresa diz', fields: [answer] }];
    case 'expectedDeliveryDate':
      return [{ title: 'A entrega', fields: [day] }];
    case 'items':
      return items.map(([number, facts]) => itemGroup(type, { number, facts, isOnly: items.length === 1 }));
    case 'carrier':
      return [carrierGroup];
    case 'failedDelivery':
      return failureGroups;
    case 'payments':
      return paymentGroups;
    case 'eventId':
    case null:
      return [];
  }
}

const answer: Field = {
  name: 'accepted',
  label: 'Resposta',
  kind: 'trueFalse',
  choices: [
    ['', 'Escolha…'],
    ['sim', 'Aceita o débito'],
    ['nao', 'Não aceita o débito'],
  ],
  isRequired: true,
  isShort: true,
};
const day: Field = {
  name: 'expectedDeliveryDate',
  label: 'Nova previsão de entrega',
  kind: 'date',
  isRequired: true,
  isShort: true,
};

type Item = { number: number; facts: ItemFacts; isOnly: boolean };

function itemGroup(type: ReformType, { number, facts, isOnly }: Item): FieldGroup {
  const event = reformEvents[type];
  const at = `items[${number}]`;
  const own = fieldsOfItems(event).map((name): Field => {
    const isUnit = name === 'unit';
    const hint = hintOf(name, facts);
    return {
      ...{ name: `${at}.${name}`, label: itemTitles[name], isShort: true },
      ...(name === 'creditCode' || isUnit ? { most: isUnit ? 6 : 2 } : { kind: 'decimal' as const }),
      ...(hint ? { hint } : {}),
      ...(isUnit ? {} : isOnly ? { isRequired: true } : { isWantedWithOthers: true }),
    };
  });
  const shares = saysShares(event) ? (['ibs', 'cbs'] as const).flatMap((tax) => shareFields(at, tax)) : [];
  const title = `Item ${number}${facts.xProd ? ` · ${facts.xProd}` : ''}`;
  return { title, fields: [...own, ...shares], isFolded: !isOnly };
}

function shareFields(at: string, tax: 'ibs' | 'cbs'): Field[] {
  const name = tax.toUpperCase();
  return [
    { name: `${at}.${tax}.rate`, label: `Alíquota do crédito de ${name} (%)`, kind: 'decimal', isShort: true },
    { name: `${at}.${tax}.value`, label: `Crédito de ${name} (R$)`, kind: 'decimal', isShort: true },
  ];
}

/** A hint with the note's own value for the field. */
function hintOf(name: ItemField, { vIBS, vCBS, qCom, uCom }: ItemFacts): string | null {
  const said = { ibsValue: vIBS, cbsValue: vCBS, quantity: qCom }[name as string];
  if (name === 'unit') return uCom ? `Em branco: ${uCom}, a da nota.` : null;
  if (name === 'creditCode') return 'Dois dígitos, da tabela de créditos presumidos.';
  if (said === undefined) return null;
  const figure = plainly(said);
  return name === 'quantity' ? `Na nota: ${figure} ${uCom ?? ''}`.trim() : `Na nota: R$ ${figure}`;
}

/** `10.5000` becomes `10,5`, and `0.70` becomes `0,70`. */
function plainly(figure: string): string {
  const text = /\.\d{3,}$/.test(figure) ? decimal(figure).toString() : figure;
  return text.replace('.', ',');
}

function ofService(type: Exclude<CompanyEvent, ReformType>): FieldGroup[] {
  const { reasons, words } = serviceEvents[type];
  const codes = Object.entries(reasons);
  if (codes.length === 0) return [];
  const choices: Choice[] = codes.map(([code, meaning]) => [code, meaning.charAt(0).toUpperCase() + meaning.slice(1)]);
  const isAlways = words === 'ALWAYS';
  const hint = `De 15 a 255 letras. ${isAlways ? 'O texto vai para a autoridade.' : 'Obrigatório se o motivo for "outros".'}`;
  return [
    {
      title: 'Por quê',
      fields: [
        { name: 'reason', label: 'Motivo', kind: 'choice', choices: [['', 'Escolha…'], ...choices], isRequired: true },
        { name: 'justification', label: 'O motivo em palavras', kind: 'area', most: 255, hint, isRequired: isAlways },
      ],
    },
  ];
}
