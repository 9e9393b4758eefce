import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { LavraError } from '../../clients/typescript/src/index.ts';

/** The hints of a tool that only reads. */
export const reads = { readOnlyHint: true, openWorldHint: false };

/** The document that a tool is about. */
export const documentId = z.string().describe('id do documento');

/** The result of a tool: a sentence for people, then the data of the API. */
export function answer(sentence: string, data?: object): CallToolResult {
  const texts = data === undefined ? [sentence] : [sentence, JSON.stringify(data, null, 2)];
  return { content: texts.map((text) => ({ type: 'text', text })) };
}

/**
 * The result of a tool that did nothing, with how to mend it. It is an error of the tool (`isError`) and not of the protocol, so that the model reads
 * it and tries again.
 */
export function refusedAnswer(sentence: string, data?: object): CallToolResult {
  return { ...answer(sentence, data), isError: true };
}

/** A tool whose errors of the API become results with their code, the fields, and the explained rejection. */
export function reportingErrors<Input>(work: (input: Input) => Promise<CallToolResult>) {
  return async (input: Input): Promise<CallToolResult> => {
    try {
      return await work(input);
    } catch (error) {
      if (!(error instanceof LavraError)) throw error;
      const { code, message, requestId, details } = error;
      return refusedAnswer(`Recusado (${code}): ${message}`, { code, ...details, requestId });
    }
  };
}
