import type { Client } from '@temporalio/client';

/** Everything that Temporal stores about every run of a namespace, as text: histories and descriptions, with payloads decoded. */
export async function textsInTemporal({ workflow }: Client): Promise<string> {
  const texts: string[] = [];
  for await (const { workflowId, runId } of workflow.list()) {
    const run = workflow.getHandle(workflowId, runId);
    const [history, description] = await Promise.all([run.fetchHistory(), run.describe()]);
    texts.push(JSON.stringify(history, decoded), JSON.stringify(description.raw, decoded));
  }
  return texts.join('\n');
}

/** A JSON replacer that writes bytes as the text that they are. */
function decoded(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  const isBuffer = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
  return isBuffer && 'data' in value && Array.isArray(value.data)
    ? Buffer.from(value.data as number[]).toString()
    : value;
}
