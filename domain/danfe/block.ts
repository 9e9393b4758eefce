import type { Markup } from './markup.ts';
import { sheet } from './sheet.ts';
import { textBox } from './text-box.ts';

/** What a block puts on the sheet; `rules` and `hairlines` are SVG path data in centimetres. */
export type Drawing = { content: Markup[]; rules: string; hairlines: string };

/** A part of the sheet over its whole print width, of known height, that can be drawn at any height. */
export type Block = { heightCm: number; draw: (topCm: number) => Drawing };

/** Blocks one under the other. */
export function stack(blocks: readonly Block[]): Block {
  return {
    heightCm: blocks.reduce((height, block) => height + block.heightCm, 0),
    draw(topCm) {
      let top = topCm;
      return merged(
        blocks.map((block) => {
          const drawing = block.draw(top);
          top += block.heightCm;
          return drawing;
        }),
      );
    },
  };
}

/** Rows under the block's title; without rows there is no title either. */
export function titled(title: string, rows: readonly Block[]): Block {
  return rows.length === 0 ? stack([]) : stack([titleLine(title), ...rows]);
}

/** Drawings on the same sheet as one. */
export function merged(drawings: readonly Drawing[]): Drawing {
  return {
    content: drawings.flatMap(({ content }) => content),
    rules: drawings.map(({ rules }) => rules).join(''),
    hairlines: drawings.map(({ hairlines }) => hairlines).join(''),
  };
}

function titleLine(title: string): Block {
  return {
    heightCm: sheet.titleCm,
    draw: (topCm) => ({
      content: [textBox('title', { leftCm: sheet.leftCm, topCm: topCm + 0.1 }, [title])],
      rules: '',
      hairlines: '',
    }),
  };
}
