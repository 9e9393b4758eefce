import { passwordLength } from '../../domain/accounts/password-strength.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** The field for the person's present password. */
export const passwordField: Markup = html`<label class="field"
  ><span>Senha</span>
  <input type="password" name="senha" autocomplete="current-password" required maxlength="${passwordLength.most}"
/></label>`;

/** The field for a new password, with what is required of one. */
export const newPasswordField: Markup = html`<label class="field"
    ><span>Senha nova</span>
    <input
      type="password"
      name="senha"
      autocomplete="new-password"
      required
      minlength="${passwordLength.least}"
      maxlength="${passwordLength.most}"
      aria-describedby="regra"
  /></label>
  <p id="regra" class="soft">
    Pelo menos ${passwordLength.least} caracteres. Uma frase curta que só você diria é boa.
  </p>`;
