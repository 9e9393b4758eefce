import { z } from 'zod';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import type { Issue } from '../../domain/errors.ts';
import type { Field } from './fields.ts';
import type { FieldTexts } from './rows.ts';

const name = 'visto';
const seenSchema = z.record(z.string(), z.string());

/**
 * A hidden field with what the form showed when it was opened. It separates this person's changes from those that somebody else saved meanwhile, so
 * that neither undoes the other's.
 */
export function seenHtml(seen: FieldTexts): Markup {
  const said = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== ''));
  return html`<input type="hidden" name="${name}" value="${JSON.stringify(said)}" />`;
}

/** What the form showed, from its hidden field; null when the field is missing or unreadable. */
export function seenIn(form: URLSearchParams): FieldTexts | null {
  try {
    return seenSchema.safeParse(JSON.parse(form.get(name) ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** The fields that a person changed in a form, and those of them that somebody else has set to another value meanwhile. */
export type FormChange = { changed: Field[]; conflicts: Field[] };

/**
 * @param seen what the form showed
 * @param kept what is stored in the same fields now
 */
export function changeIn(
  form: URLSearchParams,
  { seen, kept, fields }: { seen: FieldTexts; kept: FieldTexts; fields: readonly Field[] },
): FormChange {
  const changed = fields.filter(({ name }) => {
    const said = (form.get(name) ?? '').trim();
    return said !== (seen[name] ?? '') && said !== (kept[name] ?? '');
  });
  return { changed, conflicts: changed.filter(({ name }) => (seen[name] ?? '') !== (kept[name] ?? '')) };
}

/** The value of a field as people read it. */
export function valueInWords({ kind, choices }: Field, value: string): string {
  if (kind === 'yesNo') return value ? 'sim' : 'não';
  return choices?.find(([each]) => each === value)?.[1] ?? (value === '' ? 'vazio' : value);
}

/** The fault of a field that two people changed. @param now the other person's value, as people read it */
export function conflictAt(path: string, now: string): Issue {
  const message = `Outra pessoa mudou isto enquanto você escrevia, e agora está assim: ${now}. Guarde de novo para pôr o seu no lugar.`;
  return { path, message };
}
