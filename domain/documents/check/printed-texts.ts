import type { Fault } from '../../faults.ts';
import { printedTextFault, type TextForm } from '../../xml/printed-text.ts';
import type { GoodsPayload, ItemInput, PaymentInput } from '../payload.ts';

type Sent = [path: string, text: string | null | undefined, form: TextForm];

/** What the layout takes, and a text that it requires cannot be all invisible. */
const required = { least: 1 };
const optional = { least: 0 };
const ofItems = {
  code: { ...required, most: 60 }, // I02
  description: { ...required, most: 120 }, // I04
  unit: { ...required, most: 6 }, // I09
  additionalInfo: { ...optional, most: 500 }, // V01
} as const;

/** Faults of texts that the layout (PL_010f v1.04) refuses as they would be printed: foreign letters, too few or too many of them. */
export function checkPrintedTexts(payload: GoodsPayload): Fault[] {
  return printedTexts(payload).flatMap(([path, text, form]) => {
    const message = text ? printedTextFault(text, form) : null;
    return message ? [{ code: 'validation_error' as const, path, message }] : [];
  });
}

function printedTexts({ operationNature, items, payments, transport, additionalInfo }: GoodsPayload): Sent[] {
  return [
    ['operationNature', operationNature, { ...required, most: 60 }], // B04
    ...items.flatMap((item, index) => itemTexts(item, `items[${index}]`)),
    ...(payments ?? []).flatMap((payment, index) => paymentTexts(payment, `payments[${index}]`)),
    ['transport.volumeSpecies', transport?.volumeSpecies, { ...optional, most: 60 }], // X28
    ['additionalInfo', additionalInfo, { ...optional, most: 5000 }], // Z03
  ];
}

function itemTexts(item: ItemInput, path: string): Sent[] {
  const names = ['code', 'description', 'unit', 'additionalInfo'] as const;
  return names.map((name): Sent => [`${path}.${name}`, item[name], ofItems[name]]);
}

function paymentTexts({ description, card }: PaymentInput, path: string): Sent[] {
  return [
    [`${path}.description`, description, { ...optional, most: 60 }], // YA02a
    [`${path}.card.authorization`, card?.authorization, { ...optional, most: 128 }], // YA07
    [`${path}.card.terminal`, card?.terminal, { ...optional, most: 40 }], // YA07b
  ];
}
