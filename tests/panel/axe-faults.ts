import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'puppeteer-core';

/** The minified file, because every page would have to parse the twice as long source. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about colours, the only ones that another colour scheme can affect. */
const ofColours = ['color-contrast', 'link-in-text-block'];
/** Rules about sizes and positions, which differ with the width of the window. */
const ofPlaces = ['target-size', 'scrollable-region-focusable'];

/** The set of rules for a look. All rules but those about colours and positions depend only on what is visible. */
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

/** The violations that axe finds on the open page. */
export async function axeFaults(page: Page, where: string, rules: Rules = 'EVERYTHING'): Promise<string[]> {
  // Passed rules need no details.
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

/** Runs `look` with axe loaded into every page that is opened, instead of sending it to each page. */
export async function withAxe<Value>(page: Page, look: () => Promise<Value>): Promise<Value> {
  const { identifier } = await page.evaluateOnNewDocument(source);
  try {
    return await look();
  } finally {
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  }
}
