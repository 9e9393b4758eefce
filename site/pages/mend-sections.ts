import { plain } from '../page.ts';
import { fieldPlace } from '../schemas.ts';

/** What to do about a refusal, told twice: to programmers who call the API and to people at a screen. */
export function mendSections({ programmer, person }: { programmer: string; person: string }): string {
  return `## O que fazer

### Para quem programa

${plain(programmer)}

### Para quem usa o painel

${plain(person)}
`;
}

/** The fields to look at, as the API names them, each with the way to what the reference says of it. */
export function fieldsLine(fields: readonly string[]): string {
  return `## ${fields.length === 1 ? 'Campo' : 'Campos'}

${fields.map((field) => (fieldPlace(field) ? `[\`${field}\`](campo:${field})` : `\`${field}\``)).join(', ')}
`;
}
