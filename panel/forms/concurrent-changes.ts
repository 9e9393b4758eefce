import { z } from 'zod';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import type { Issue } from '../../domain/errors.ts';
import type { Field } from './fields.ts';
import type { Written } from './rows.ts';

const name = 'visto';
const seenSchema = z.record(z.string(), z.string());

/**
 * What a form showed when it was opened, kept in the form itself: so its person's changes are told from those that somebody else made since, and
 * neither undoes the other's.
 */
export function seenHtml(seen: Written): Markup {
  const said = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== ''));
  return html`<input type="hidden" name="${name}" value="${JSON.stringify(said)}" />`;
}

/** What the form showed; null where it says nothing of it. */
export function seenIn(form: URLSearchParams): Written | null {
  try {
    return seenSchema.safeParse(JSON.parse(form.get(name) ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** What a person changed in a form, and where somebody else has changed the same since she opened it, to something else. */
export type FormChange = { changed: Field[]; conflicts: Field[] };

/** @param seen what the form showed @param kept what stands in the same fields by now */
export function changeIn(
  form: URLSearchParams,
  { seen, kept, fields }: { seen: Written; kept: Written; fields: readonly Field[] },
): FormChange {
  const changed = fields.filter(({ name }) => {
    const said = (form.get(name) ?? '').trim();
    return said !== (seen[name] ?? '') && said !== (kept[name] ?? '');
  });
  return { changed, conflicts: changed.filter(({ name }) => (seen[name] ?? '') !== (kept[name] ?? '')) };
}

/** What stands in a field, as people read it. */
export function inWords({ kind, choices }: Field, value: string): string {
  if (kind === 'yesNo') return value ? 'sim' : 'não';
  return choices?.find(([each]) => each === value)?.[1] ?? (value === '' ? 'vazio' : value);
}

/** What is told beside a field that two people changed. @param now what the other made of it, as people read it */
export function conflictAt(path: string, now: string): Issue {
  const message = `Outra pessoa mudou isto enquanto você escrevia, e agora está assim: ${now}. Guarde de novo para pôr o seu no lugar.`;
  return { path, message };
}
