import { createDeliverer } from '../../../adapters/outbound/deliver.ts';
import { delivery } from './receivers.ts';

/**
 * Delivers to all URLs of the command line at once, four times, in a process of its own. Prints the outcomes, and by how much the process
 * grew after the first time, which fills its buffers.
 */
const urls = process.argv.slice(2);
const deliverer = createDeliverer({ allowLocal: true, timeoutMs: 60_000 });
const deliverTo = async (url: string) => {
  const { body, ...outcome } = await deliverer.deliver(delivery(url));
  return { url, ...outcome, keptBytes: Buffer.byteLength(body ?? '') };
};
const round = () => Promise.all(urls.map(deliverTo));
const outcomes = await round();
const rssBefore = process.memoryUsage.rss();
let rssPeak = rssBefore;
const watch = setInterval(() => (rssPeak = Math.max(rssPeak, process.memoryUsage.rss())), 10);
for (let again = 0; again < 3; again += 1) outcomes.push(...(await round()));
clearInterval(watch);
await deliverer.close();
process.stdout.write(JSON.stringify({ outcomes, grownBytes: rssPeak - rssBefore }));
