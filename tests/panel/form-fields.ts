import type { Visit } from './panel-fixture.ts';

/** What stands in the fields of a page, by their names, as a browser would send it. */
export function formFields({ text }: Visit): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, attributes = ''] of text.matchAll(/<input([^>]*)>/g)) {
    const [, name] = /name="([^"]*)"/.exec(attributes) ?? [];
    if (attributes.includes('type="checkbox"') && !attributes.includes('checked')) continue;
    if (name) fields[name] = unescaped(/value="([^"]*)"/.exec(attributes)?.[1] ?? '');
  }
  for (const [, name = '', options = ''] of text.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)) {
    fields[name] = /value="([^"]*)"\s+selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? '';
  }
  for (const [, name = '', value = ''] of text.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)/g)) {
    fields[name] = unescaped(value);
  }
  return fields;
}

/** A value as it was before it was written in a page. */
export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
