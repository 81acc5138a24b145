// The search drops words that begin with a hyphen. So it gets the text without these hyphens, and finds `--by`.
const field = document.querySelector("input.md-search__input");
const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
if (field) Object.defineProperty(field, "value", {
  get() { return typed.get.call(this).replace(/(^|\s)-+/g, "$1"); },
  set(text) { typed.set.call(this, text); },
});
