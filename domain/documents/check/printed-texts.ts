import type { Fault } from '../../faults.ts';
import { cleanText, isPrintable } from '../../xml/clean-text.ts';
import type { AskedPayload } from '../payload.ts';

type Sent = [path: string, text: string | null | undefined];

const ofItems = ['code', 'description', 'unit', 'additionalInfo'] as const;

/** Faults of printed texts with characters that the layout lacks (emojis, other alphabets); typography aside, they are printed as sent. */
export function checkPrintedTexts(payload: AskedPayload): Fault[] {
  return printedTexts(payload).flatMap(([path, text]) => {
    if (!text || isPrintable(cleanText(text))) return [];
    const message =
      'O texto tem caracteres que a nota não aceita, como emojis ou outros alfabetos: use letras do português.';
    return [{ code: 'validation_error' as const, path, message }];
  });
}

function printedTexts({ operationNature, items, payments, transport, additionalInfo }: AskedPayload): Sent[] {
  return [
    ['operationNature', operationNature],
    ...items.flatMap((item, index) => ofItems.map((name): Sent => [`items[${index}].${name}`, item[name]])),
    ...(payments ?? []).map(({ description }, index): Sent => [`payments[${index}].description`, description]),
    ['transport.volumeSpecies', transport?.volumeSpecies],
    ['additionalInfo', additionalInfo],
  ];
}
