import { printedTextFault, type TextForm } from '../xml/printed-text.ts';

/** A field that cannot be printed as it is, and in Portuguese how to mend it. */
type PrintedFault = { field: PrintedField; message: string };

const sixty: TextForm = { least: 2, most: 60 };
const sixtyOrOne: TextForm = { least: 1, most: 60 };

/** What dest, enderDest and the groups F and G of places take (PL_010f v1.04, E04 to E11, E19, TLocal). */
const forms = {
  name: sixty,
  street: sixty,
  number: sixtyOrOne,
  complement: sixtyOrOne,
  neighborhood: sixty,
  city: sixty,
  email: sixtyOrOne,
} as const;
type PrintedField = keyof typeof forms;
const fields = Object.keys(forms) as PrintedField[];

/** Faults of name, e-mail and address as the note prints them. A city abroad is not printed, and some have names of one letter. */
export function printedTextFaults(
  texts: Partial<Record<PrintedField, string | null | undefined>>,
  country: string,
): PrintedFault[] {
  return fields.flatMap((field) => {
    const text = texts[field];
    const form = field === 'city' && country !== 'BR' ? sixtyOrOne : forms[field];
    const message = text ? printedTextFault(text, form) : null;
    return message ? [{ field, message }] : [];
  });
}
