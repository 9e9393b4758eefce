import type { Visit } from './panel-fixture.ts';

/** The values of a page's form fields by name, as a browser would send them. */
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

/** A value without the escapes by which pages write it. */
export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
