import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { option } from '../parts/option.ts';

/** One value that a field offers, and the words that people see for it. */
export type Choice = readonly [value: string, words: string];

type Kind =
  | 'text'
  /** A number with a decimal comma: `1.234,50`. */
  | 'decimal'
  | 'whole'
  | 'date'
  /** A time of day: `14:30`. */
  | 'time'
  | 'email'
  | 'secret'
  | 'area'
  /** A list: one value a line. */
  | 'lines'
  | 'choice'
  /** A choice of `sim`, `nao` and empty, which become true, false and null. */
  | 'trueFalse'
  /** A file to choose: its form is sent as `multipart/form-data`. */
  | 'file'
  /** A box to tick. */
  | 'yesNo';

/** One field of a form, as people see it. */
export type Field = {
  /** The path of its value in what the form becomes, with dots between the steps: `address.zipCode`. */
  name: string;
  label: string;
  /** `text` unless given. */
  kind?: Kind;
  /** The options of a choice; an empty value means that nothing is chosen. */
  choices?: readonly Choice[];
  hint?: string;
  isRequired?: boolean;
  /** Needed once another field of its group is filled in: browsers do not insist on it, and its label does not say "opcional". */
  isWantedWithOthers?: boolean;
  /** The file types that browsers offer first (HTML `accept`), for a `file`. */
  accept?: string;
  /** The most characters that it takes (HTML `maxlength`). */
  most?: number;
  /** What browsers may fill in by themselves (HTML `autocomplete`); `off` unless given. */
  autocomplete?: string;
  /** Takes half of a row where there is room; the whole row unless given. */
  isShort?: boolean;
};

/** Fields that belong together, under a title. */
export type FieldGroup = {
  title: string;
  help?: string;
  fields: readonly Field[];
  /** Closed until somebody opens it, unless a field in it is wrong: for what few people need. */
  isFolded?: boolean;
};

/** All fields of these groups. */
export function fieldsIn(groups: readonly FieldGroup[]): Field[] {
  return groups.flatMap(({ fields }) => fields);
}

/** The text in each field, and what is wrong with it, both by field name. */
export type FormState = {
  values: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
  /** What is wrong and belongs to no field of the form; null when nothing is. */
  fault: string | null;
};

/** The state of a form that nobody has sent yet. */
export function unsent(values: Readonly<Record<string, string>> = {}): FormState {
  return { values, faults: {}, fault: null };
}

/** The groups of a form, each field with what is wrong beside it, below a summary with a link to each wrong field. */
export function fieldGroups(groups: readonly FieldGroup[], state: FormState): Markup {
  return html`${faultSummary(groups, state)} ${groups.map((group) => fieldGroup(group, state))}`;
}

/** One group of a form, each field with what is wrong beside it. `before` stands above its fields; `isOpen` opens one that is folded. */
export function fieldGroup(
  { title, help, fields, isFolded }: FieldGroup,
  state: FormState,
  { before, isOpen = false }: { before?: Markup | undefined; isOpen?: boolean } = {},
): Markup {
  const inside = html`${help ? html`<p class="soft">${help}</p>` : undefined} ${before}
    <div class="fields">${fields.map((field) => fieldHtml(field, state))}</div>`;
  if (!isFolded) {
    return html`<fieldset>
      <legend>${title}</legend>
      ${inside}
    </fieldset>`;
  }
  const filled = fields.filter(({ name }) => state.values[name]).length;
  const isWrong = fields.some(({ name }) => state.faults[name]);
  return html`<details class="folded" ${isWrong || isOpen ? html`open` : undefined}>
    <summary>
      ${title}${filled > 0 ? html` <small>(${filled} ${filled === 1 ? 'preenchido' : 'preenchidos'})</small>` : undefined}
    </summary>
    ${inside}
  </details>`;
}

/** A summary of what is wrong, for the top of the form, with a link to each wrong field. */
export function faultSummary(groups: readonly FieldGroup[], { faults, fault }: FormState): Markup | undefined {
  const wrong = groups.flatMap(({ fields }) => fields).filter(({ name }) => faults[name]);
  if (wrong.length === 0 && fault === null) return undefined;
  return html`<div class="alert" role="alert">
    ${fault ? html`<p>${fault}</p>` : undefined}
    ${
      wrong.length === 0
        ? undefined
        : html`<ul>
            ${wrong.map(
              ({ name, label }) => html`<li><a href="#${idOf(name)}">${label}</a>: ${faults[name] ?? ''}</li>`,
            )}
          </ul>`
    }
  </div>`;
}

/** One field with its label, its hint and what is wrong with it. */
export function fieldHtml(field: Field, { values, faults }: FormState): Markup {
  const { name, label, kind = 'text', hint, isRequired = false, isWantedWithOthers = false, isShort = false } = field;
  const fault = faults[name];
  const id = idOf(name);
  const described = [hint ? `${id}-dica` : '', fault ? `${id}-erro` : ''].filter(Boolean).join(' ');
  const told = html`${described ? html`aria-describedby="${described}"` : undefined}
  ${fault ? html`aria-invalid="true"` : undefined} ${isRequired ? html`required` : undefined}`;
  const below = html`${hint ? html`<small id="${id}-dica">${hint}</small>` : undefined}
  ${fault ? html`<strong class="wrong" id="${id}-erro">${fault}</strong>` : undefined}`;
  const value = values[name] ?? '';
  if (kind === 'yesNo') {
    return html`<div class="field tick">
      <label
        ><input type="checkbox" id="${id}" name="${name}" value="sim" ${value ? html`checked` : undefined} ${told} />
        <span>${label}</span></label
      >
      ${below}
    </div>`;
  }
  return html`<div class="field ${isShort ? 'short' : ''}">
    <label for="${id}">${label}${isRequired || isWantedWithOthers ? undefined : html` <i class="soft">(opcional)</i>`}</label>
    ${control(field, { id, value, told })} ${below}
  </div>`;
}

function control(
  { name, kind = 'text', choices = [], accept, most, autocomplete = 'off' }: Field,
  at: Control,
): Markup {
  const { id, value, told } = at;
  const longest = most ? html`maxlength="${most}"` : undefined;
  switch (kind) {
    case 'choice':
    case 'trueFalse':
      return html`<select id="${id}" name="${name}" ${told}>
        ${withItself(choices, value).map(([each, words]) => option(each, words, each === value))}
      </select>`;
    case 'file':
      return html`<input
        id="${id}"
        name="${name}"
        type="file"
        ${accept ? html`accept="${accept}"` : undefined}
        ${told}
      />`;
    case 'area':
    case 'lines':
      return html`<textarea id="${id}" name="${name}" rows="4" ${longest} ${told}>${value}</textarea>`;
    default:
      return html`<input
        id="${id}"
        name="${name}"
        type="${types[kind]}"
        value="${kind === 'secret' ? '' : value}"
        autocomplete="${kind === 'secret' ? 'new-password' : autocomplete}"
        ${modes[kind] ? html`inputmode="${modes[kind]}"` : undefined}
        ${longest}
        ${told}
      />`;
  }
}

/** The choices with the stored value among them, even when it is no longer offered. */
function withItself(choices: readonly Choice[], value: string): readonly Choice[] {
  return choices.some(([each]) => each === value) ? choices : [...choices, [value, value]];
}

type Control = { id: string; value: string; told: Markup };
type Line = Exclude<Kind, 'choice' | 'trueFalse' | 'area' | 'lines' | 'file'>;

const types: Record<Line, string> = {
  text: 'text',
  decimal: 'text',
  whole: 'text',
  date: 'date',
  time: 'time',
  email: 'email',
  secret: 'password',
  yesNo: 'checkbox',
};
const modes: Partial<Record<Line, string>> = { decimal: 'decimal', whole: 'numeric' };

/** The id of a field's control, which links point to. */
export const idOf = (name: string): string => `campo-${name.replaceAll(/[^\w-]/g, '-')}`;
