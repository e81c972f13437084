/** The few things that the page does with the document. Text is always set as text, never as markup. */

/**
 * The element with this id, of the kind that is expected there.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function find(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return element;
}

/**
 * The first element inside another that a selector names.
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function within(parent, selector) {
  const element = parent.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`nothing is ${selector}`);
  return element;
}

/**
 * A new element with text or elements in it.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, content = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/**
 * A button that does something.
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, string>} attributes
 */
export function button(label, act, attributes = {}) {
  const element = make('button', { type: 'button', ...attributes }, [label]);
  element.addEventListener('click', act);
  return element;
}

/**
 * Adds elements at the end of a list that keeps only its last ones, and stays at the end when it was there.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} elements
 * @param {number} kept
 */
export function appendTo(list, elements, kept) {
  const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
  list.append(...elements);
  while (list.childElementCount > kept) list.firstElementChild?.remove();
  if (wasAtEnd) list.scrollTop = list.scrollHeight;
}

/**
 * Runs what a form is for, and says in its section what went wrong.
 * @param {HTMLFormElement} form
 * @param {() => Promise<unknown>} act
 */
export function onSubmit(form, act) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(form, act);
  });
}

/**
 * Does something, and says in the section around `place` what went wrong.
 * @param {Element} place
 * @param {() => Promise<unknown>} act
 */
export function attempt(place, act) {
  const trouble = place.closest('section')?.querySelector('.trouble');
  const tell = (/** @type {string} */ text) => {
    if (trouble) trouble.textContent = text;
  };
  act().then(
    () => tell(''),
    (error) => tell(error instanceof Error ? error.message : String(error)),
  );
}
