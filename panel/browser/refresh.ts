import { morph } from './morph.ts';
import { pageOf } from './page-of.ts';

let underWay: AbortController | null = null;

/**
 * Shows what this page's address answers now. Aborts an earlier request that is under way, so that the page never goes back.
 *
 * @returns false when another page answers, as the sign-in does
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
