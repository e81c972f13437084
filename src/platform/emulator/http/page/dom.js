/** Access to the document. Text is always set as text, never as markup. */

/**
 * Returns the element with this id; throws when it is missing or of another kind.
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
 * Returns the first element below another that matches a selector.
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function findWithin(parent, selector) {
  const element = parent.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return element;
}

/**
 * Creates an element with attributes and content.
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
 * Creates a button.
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, string>} attributes
 */
export function createButton(label, act, attributes = {}) {
  const element = make('button', { type: 'button', ...attributes }, [label]);
  element.addEventListener('click', act);
  return element;
}

/**
 * Appends elements to a list, drops the oldest beyond `kept`, and keeps scrolling if the list was scrolled to its end.
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
 * Runs an action when a form is submitted, and shows an error in its section.
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
 * Runs an action, and shows an error in the section around `place`.
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
