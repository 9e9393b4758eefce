import { escapedMarkdown } from '../page.ts';
import { fieldPlace } from '../schemas.ts';

/** The two sections about what to do: for programmers who call the API, and for people at a screen. */
export function mendSections({ programmer, person }: { programmer: string; person: string }): string {
  return `## O que fazer

### Para quem programa

${escapedMarkdown(programmer)}

### Para quem usa o painel

${escapedMarkdown(person)}
`;
}

/** The line with the fields to look at, as the API names them, each linked to the reference. */
export function fieldsLine(fields: readonly string[]): string {
  return `## ${fields.length === 1 ? 'Campo' : 'Campos'}

${fields.map((field) => (fieldPlace(field) ? `[\`${field}\`](campo:${field})` : `\`${field}\``)).join(', ')}
`;
}
