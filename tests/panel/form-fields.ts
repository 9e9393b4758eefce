/** What stands in a form of a page, as a browser would send it. */
export function fieldsOfForm(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [input] of text.matchAll(/<input[^>]*>/g)) {
    const [name, value] = [/name="([^"]*)"/, /value="([^"]*)"/].map((form) => form.exec(input)?.[1]);
    if (name && (!input.includes('type="checkbox"') || input.includes('checked')))
      fields[name] = unescaped(value ?? '');
  }
  for (const [, name = '', options = ''] of text.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  }
  return fields;
}

/** A value as it was before it was written in a page. */
export function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
