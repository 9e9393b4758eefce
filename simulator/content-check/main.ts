import { createInterface } from 'node:readline';
import { z } from 'zod';
import { contentBreaches } from './content.ts';

const order = z.strictObject({ at: z.iso.datetime(), xml: z.string() });

/**
 * Checks documents without a server: reads one JSON object a line from standard input, `{"at":"2027-01-04T15:00:00Z","xml":"<NFe …"}`, and
 * writes one line for each in the same order: `{"breaches":[…]}`, or `{"error":"…"}` for a line that cannot be read. It opens no port,
 * signs nothing, stores nothing, and ends when its input ends.
 */
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answerTo(line))}\n`);
}

function answerTo(line: string): object {
  try {
    const { at, xml } = order.parse(JSON.parse(line));
    return { breaches: contentBreaches(xml, new Date(at)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
