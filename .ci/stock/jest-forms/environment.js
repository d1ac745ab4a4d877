// sample: frontend-forms
