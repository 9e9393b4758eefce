import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { LavraError } from '../../clients/typescript/src/index.ts';

/** The hints of a tool that only reads. */
export const reads = { readOnlyHint: true, openWorldHint: false };

/** The document that a tool is about. */
export const documentId = z.string().describe('id do documento');

/** What a tool tells: a sentence for people first, then the API's own words. */
export function answer(sentence: string, data?: object): CallToolResult {
  const texts = data === undefined ? [sentence] : [sentence, JSON.stringify(data, null, 2)];
  return { content: texts.map((text) => ({ type: 'text', text })) };
}

/** What was not done, and how to mend it: a model reads it and tries again, so it is no failure of the protocol. */
export function refusal(sentence: string, data?: object): CallToolResult {
  return { ...answer(sentence, data), isError: true };
}

/** A tool whose refusals by the API are told with their code, the fields that are meant and the explained rejection. */
export function told<Input>(work: (input: Input) => Promise<CallToolResult>) {
  return async (input: Input): Promise<CallToolResult> => {
    try {
      return await work(input);
    } catch (error) {
      if (!(error instanceof LavraError)) throw error;
      const { code, message, requestId, details } = error;
      return refusal(`Recusado (${code}): ${message}`, { code, ...details, requestId });
    }
  };
}
