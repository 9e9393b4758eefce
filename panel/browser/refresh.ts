import { morph } from './morph.ts';
import { pageOf } from './page-of.ts';

let underWay: AbortController | null = null;

/**
 * Makes this page what its address answers now. What was asked before and is still under way is given up: the page never goes back.
 *
 * @returns false where the address answers with another page, as where nobody is signed in any more
 */
export async function refresh(): Promise<boolean> {
  underWay?.abort();
  const own = new AbortController();
  underWay = own;
  try {
    const page = await pageOf(location.href, own.signal);
    if (page && underWay === own) morph(page);
    return page !== null;
  } catch (error) {
    if (own.signal.aborted) return true;
    throw error;
  }
}
