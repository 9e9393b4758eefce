import { DomainError } from '../../domain/errors.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** What a search found. When the search was invalid, `search` is empty, everything is found, and `fault` says why. */
export type Searched<Found> = { found: Found; search: string; fault?: string };

/** The form of a list that only has a search. */
export function searchForm(address: string, search: string, placeholder: string): Markup {
  return html`<form class="find" method="get" action="${address}" role="search">
    <label class="field grow"
      ><span>Buscar</span> <input type="search" name="busca" value="${search}" placeholder="${placeholder}"
    /></label>
    <button class="button quiet">Buscar</button>
  </form>`;
}

/** What the search in an address finds; an invalid search finds the whole list, with the fault. */
export async function searched<Found>(
  asked: unknown,
  read: (search: string) => Promise<Found>,
): Promise<Searched<Found>> {
  const search = typeof asked === 'string' ? asked.trim() : '';
  try {
    return { found: await read(search), search };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
    return { found: await read(''), search: '', fault: error.message };
  }
}
