import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'puppeteer-core';

/** Half as long as what the package's own module hands on, which every page would read. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What looks at colours: all that another scheme can change. */
const ofColours = ['color-contrast', 'link-in-text-block'];
/** What looks at sizes and places, which every width has of its own. */
const ofPlaces = ['target-size', 'scrollable-region-focusable'];

/** What a look is judged by. What is in sight is all that the other rules look at. */
export type Rules = 'EVERYTHING' | 'IN_SIGHT' | 'PLACES' | 'PLACES_AND_COLOURS' | 'COLOURS';

const runOnly: Record<Rules, axe.RunOptions> = {
  EVERYTHING: { runOnly: { type: 'tag', values: everything } },
  IN_SIGHT: {
    runOnly: { type: 'tag', values: everything },
    rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])),
  },
  PLACES: { runOnly: { type: 'rule', values: ofPlaces } },
  PLACES_AND_COLOURS: { runOnly: { type: 'rule', values: [...ofPlaces, ...ofColours] } },
  COLOURS: { runOnly: { type: 'rule', values: ofColours } },
};

/** What axe finds wrong with a page that is open. */
export async function axeFaults(page: Page, where: string, rules: Rules = 'EVERYTHING'): Promise<string[]> {
  // Of what is as it should be nothing has to be told.
  const options: axe.RunOptions = { ...runOnly[rules], resultTypes: ['violations'], preload: false, iframes: false };
  const ask = () =>
    page.evaluate(async (asked) => {
      const { axe: there } = window as unknown as { axe?: typeof axe };
      if (!there) return null;
      const { violations } = await there.run(document, asked);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }, options);
  let found = await ask();
  if (found === null) {
    await page.evaluate(source);
    found = await ask();
  }
  if (found === null) throw new Error(`${where} takes no axe`);
  return found.map((fault) => `${where} ${fault}`);
}

/** Hands axe to the browser once for all pages that are opened here, in place of sending it to each. */
export async function withAxe<Value>(page: Page, look: () => Promise<Value>): Promise<Value> {
  const { identifier } = await page.evaluateOnNewDocument(source);
  try {
    return await look();
  } finally {
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  }
}
